"""How the server logs: lines for people at a terminal, JSON for programs; on standard error.

Events name things by codes and numbers: nothing that a person typed, no token and no secret.
"""

from __future__ import annotations

import logging
import sys

import structlog

from stolik.server.settings import Settings

_SHARED: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

_TRACEBACKS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # secrets and tokens would be among them
)


def configure(settings: Settings) -> None:
    """Log as the settings say, from here on; what libraries log goes the same way."""
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_last(settings)],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(_level(settings).upper())
    for chatty in ("uvicorn.error", "uvicorn.access", "alembic", "asyncio"):
        logging.getLogger(chatty).setLevel(max(root.level, logging.WARNING))
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(root.level),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def _level(settings: Settings) -> str:
    """Return from which level on to log; a person at a terminal is not told what goes as it should."""
    if settings.log_level == "auto":
        return "warning" if sys.stderr.isatty() else "info"
    return settings.log_level


def _last(settings: Settings) -> list[structlog.types.Processor]:
    form = settings.log_format
    if form == "auto":
        form = "console" if sys.stderr.isatty() else "json"
    if form == "console":
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    return [_TRACEBACKS, structlog.processors.JSONRenderer(ensure_ascii=False)]
