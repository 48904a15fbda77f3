"""Logs: one JSON object a line, what happened and where, never a token or what people say."""

from __future__ import annotations

import logging
import sys

import structlog

from contrada.errors import OptionError, quoted


def configure(level: str = "info") -> None:
    """Write everything of this level or above to standard error."""
    weights = logging.getLevelNamesMapping()
    if level.upper() not in weights:
        known = "debug, info, warning, error"
        raise OptionError(f"{quoted(level)} is no weight of what is logged; there is: {known}")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(weights[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_Passing()], level=logging.WARNING, force=True)


class _Passing(logging.Handler):
    """Passes on what libraries log; addresses with their query are left out of it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line of a library in the form of this log."""
        structlog.get_logger().log(
            record.levelno,
            "library",
            name=record.name,
            said=record.getMessage()[:500],
            **({"exc_info": record.exc_info} if record.exc_info else {}),
        )
