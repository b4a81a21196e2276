"""Background work: the Celery application and, at a glance, what beat starts when."""

import os
from datetime import timedelta

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

# A worker that is given no queue serves all; where a long task runs, the clock of an action waits for no other.
OTHERS, CLOCK, EXPORTS = "celery", "clock", "exports"
# `expires`: after a standstill one run makes up for all that were missed.
BEAT = {
    "expire-actions": {
        "task": "tables.jobs.tasks.expire_actions",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 3, "queue": CLOCK},
    },
    "tell-silent-tablets": {
        "task": "tables.jobs.tasks.tell_silent_tablets",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 10, "queue": CLOCK},
    },
    "change-rules": {
        "task": "tables.jobs.tasks.change_rules",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 3, "queue": CLOCK},
    },
    "count-wanted-edges": {
        "task": "tables.jobs.tasks.count_wanted_edges",
        "schedule": timedelta(seconds=2),
        "options": {"expires": 4},
    },
    "clear-expired-sessions": {
        "task": "tables.jobs.tasks.clear_expired_sessions",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "expire-staff-changes": {
        "task": "tables.jobs.tasks.expire_staff_changes",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "make-checkpoints": {
        "task": "tables.jobs.tasks.make_checkpoints",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 300},
    },
    # Every minute, so that files that are changed under a running service are noticed too.
    "record-deploys": {
        "task": "tables.jobs.tasks.record_deploys",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "ask-witnesses": {
        "task": "tables.jobs.tasks.ask_witnesses",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "make-exports": {
        "task": "tables.jobs.tasks.make_exports",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5, "queue": EXPORTS},
    },
    "verify-audit": {
        "task": "tables.jobs.tasks.verify_audit",
        "schedule": timedelta(hours=6),
        "options": {"expires": 3600, "queue": EXPORTS},
    },
    "verify-audit-if-wanted": {
        "task": "tables.jobs.tasks.verify_audit_if_wanted",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5, "queue": EXPORTS},
    },
    "forget-old-exports": {
        "task": "tables.jobs.tasks.forget_old_exports",
        "schedule": timedelta(days=1),
        "options": {"expires": 3600, "queue": EXPORTS},
    },
    "fill-search": {
        "task": "tables.jobs.tasks.fill_search",
        "schedule": timedelta(seconds=3),
        "options": {"expires": 3},
    },
    "reconcile": {
        "task": "tables.jobs.tasks.reconcile",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
}

app = Celery("croupier")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    beat_schedule=BEAT,
    task_queues={OTHERS: {}, CLOCK: {}, EXPORTS: {}},
    task_default_queue=OTHERS,
    timezone="UTC",
    # JSON only: who reaches the queue must not be able to run code by it.
    task_serializer="json",
    accept_content=["json"],
    # A task that its worker did not finish is done again; each one is written so that this does no harm.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    # What a task did stands in the database; nothing waits for its result.
    task_ignore_result=True,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options={"visibility_timeout": 3600},
    task_time_limit=3600,
)
app.autodiscover_tasks(["tables.jobs"])
