"""Changes of house rules: asked for, decided, in force."""
