"""Records: fields as attributes, in Python and in compiled code, and independent copies."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from contrada.kernel import records

pytestmark = pytest.mark.uncompiled

LAYOUT = np.dtype([("row", np.int8, (3,)), ("count", np.int64), ("data_size", np.int16)])


def three() -> np.ndarray:
    made = np.zeros(3, records.with_attributes(LAYOUT))
    made["count"] = 10, 20, 30
    return made


def test_fields_are_read_and_written_where_they_lie() -> None:
    made = three()
    made[1].count += 5
    made[1].row[2] = -7
    assert made["count"].tolist() == [10, 25, 30]
    assert made["row"].tolist() == [[0, 0, 0], [0, 0, -7], [0, 0, 0]]


def test_a_field_is_what_numpy_says() -> None:
    made = three()
    for name in LAYOUT.names or ():
        theirs, ours = made.view(np.recarray)[2][name], getattr(made[2], name)
        assert (type(ours), ours.dtype) == (type(theirs), theirs.dtype)
        assert np.array_equal(ours, theirs)


def test_what_may_not_be_changed_is_not() -> None:
    made = three()
    made.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        made[0].count = 1
    with pytest.raises(ValueError, match="read-only"):
        made[0].row[0] = 1


def test_compiled_code_works_on_the_record_it_is_given() -> None:
    made = three()

    @numba.njit  # type: ignore[untyped-decorator]
    def raise_count(record: records.Record) -> int:
        record.count += 1
        return record.count  # type: ignore[no-any-return]

    assert [raise_count(record) for record in made] == [11, 21, 31]
    assert made["count"].tolist() == [11, 21, 31]


@pytest.mark.parametrize("first", [0, 2])
def test_a_copy_stands_alone(first: int) -> None:
    """A copy of one record, or of an array of records."""
    made = three()
    made.flags.writeable = False
    for given in (made[first], made[first:]):
        copy = records.copy(given)
        assert copy.dtype is made.dtype
        assert copy.tobytes() == given.tobytes()
        copy[0].count = 99
    assert made["count"].tolist() == [10, 20, 30]


def test_a_layout_has_one_type_of_records() -> None:
    twice = records.with_attributes(records.with_attributes(LAYOUT))
    assert twice is records.with_attributes(np.dtype(LAYOUT.descr))
    assert numba.from_dtype(twice) == numba.from_dtype(LAYOUT)
