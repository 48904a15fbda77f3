"""The OpenAPI description: JSON Schemas of requests and answers."""

from __future__ import annotations

from typing import Any

import msgspec

from contrada.replay import Replay
from contrada.server.wire import (
    answers,
    guests,
    house,
    lessons,
    messages,
    notices,
    prepared,
    refusals,
    requests,
    snapshots,
    study,
)

REFERENCE = "#/components/schemas/{name}"
MessageAnswer = snapshots.Snapshot | snapshots.PreviewAnswer | study.HintAnswer | answers.Done
READ = (
    *(requests.Name, requests.Newcomer, requests.Token, requests.Confirmation, requests.NewTable),
    requests.DaysOffWish,
    *(requests.StudyRequest, requests.PreviewRequest, requests.BotRequest),
    *(requests.AdviceRequest, requests.AnalysisRequest),
    *(prepared.LineRequest, prepared.AnswersRequest),
    *(requests.PromisedShuffle, messages.HttpMessage),
    *(notices.PushRequest, notices.WebhookRequest, notices.MailRequest, notices.QuietRequest),
    notices.MailToken,
    *(house.HouseSettings, house.ReportRequest, house.Consent, house.HostToken),
    *(house.RestraintRequest, house.AnnouncementRequest, house.InvitationRequest),
)
ANSWERED = (
    *(guests.Identity, answers.NewGuest, answers.NewToken, answers.Devices, answers.Results),
    answers.DaysOff,
    *(answers.Summary, answers.Lobby, answers.TablePage, answers.MyGames),
    prepared.Prepared,
    *(answers.Games, answers.Decisions, answers.GameRecord, answers.ShuffleCheck, Replay),
    *(lessons.Learning, lessons.AllLearning, lessons.LessonPositions, lessons.FoundPuzzles),
    *(study.Advice, study.Reply, study.Progress),
    study.PositionText,
    *(MessageAnswer, refusals.Refusal),
    *(house.House, house.Blocked, house.HostHouse, house.HostTables, house.HostGuests),
    *(house.HostChat, house.HostLog, house.Reports, house.Restraints),
    *(house.Invitations, house.NewInvitation),
    *(notices.NoticeSettings, notices.WebhookTest, notices.TurnNotice),
)


def schema_of(kind: Any) -> dict[str, Any]:
    """Describe a type by references to the components."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def components() -> dict[str, Any]:
    """Describe all types of requests and answers, by name."""
    _, read = msgspec.json.schema_components(READ, ref_template=REFERENCE)
    _, answered = msgspec.json.schema_components(ANSWERED, ref_template=REFERENCE)
    found = {name: _complete(schema) for name, schema in answered.items()}
    return {**found, **read, "Message": schema_of(messages.HttpMessage)}


def _complete(schema: dict[str, Any]) -> dict[str, Any]:
    """Require fields with a default too: answers leave out only what is unset."""
    fields = schema.get("properties", {})
    usual = [name for name, field in fields.items() if "default" in field]
    required = [*schema.get("required", []), *usual]
    return {**schema, **({"required": required} if required else {})}
