"""The house: who may come in, whom the host restrains, what players report, and what is cleared."""
