"""Settings of the commands that need none (settle, odds, permissions): no secret, no database, no model.

The models are never imported here, so that these commands start fast and cannot come to need a database unnoticed.
"""

from pathlib import Path

INSTALLED_APPS = ["casino.calculator_app.CalculatorConfig"]
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LOCALE_PATHS = [Path(__file__).resolve().parent.parent / "locale"]
