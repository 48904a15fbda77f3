"""Compiled tree search over decisions, for any number of seats and hidden information.

Each iteration deals the hidden parts anew, walks down one tree that all deals share, adds a node,
estimates the result, and updates the nodes on the path. A node stands for a decision. Decisions
that a deal does not allow are skipped in that iteration, and each node counts how often it was
available (single-observer information-set search). If nothing is hidden, this is plain tree search;
then decided endgames are proved, and different ways to the same position share a node.

Nothing here knows a particular game: it uses only the operations of `contrada.kernel.operations`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import typeof, types

from contrada.bots.network import NO_NET, Net, Units, add_network, new_units
from contrada.kernel import operations
from contrada.kernel.bits import whole
from contrada.kernel.chance import Generator, below, shuffle
from contrada.kernel.drivers import share_the_win
from contrada.kernel.jit import EntryPoint, compiled, constants
from contrada.kernel.operations import (
    apply,
    choices,
    features,
    legal,
    reimagine,
    standing,
    to_move,
)
from contrada.kernel.records import with_attributes

NODE = with_attributes(
    np.dtype(
        [
            ("total", np.float64),  # sum of the results of the seat that took the decision
            ("inner", np.float64),  # sum of the results of the seat that decides next
            ("prior", np.float32),  # probability of the decision before any search
            ("visits", np.int32),
            ("available", np.int32),  # iterations in which it could have been taken
            ("child", np.int32),  # the first decision after this one, or NO_NODE
            ("sibling", np.int32),  # the next alternative to this one, or NO_NODE
            ("same", np.int32),  # the node of the resulting position: itself, or an earlier one
            ("taken", np.int32),  # visits through this decision itself
            ("decision", np.int16),
            ("missing", np.int16),  # decisions without a child, if nothing is hidden
            ("open", np.int16),  # children that are not proved lost
            ("seat", np.int8),  # the seat that took the decision
            ("proof", np.int8),  # that seat's result, if it is certain
        ],
        align=True,
    )
)
SLOT = with_attributes(np.dtype([("key", np.uint64), ("place", np.int32), ("age", np.int32)]))
NO_NODE, ROOT_PLACE, ROOT, CURRENT, NONE_YET = constants(-1, 0, 0, 1, 0)
UNPROVED, LOST, SHARED, WON = constants(0, 1, 2, 3)
LEAST, MOST, BEFORE, POINTS = constants(0, 1, 2, 0)
RESULT_OF = np.array([0.0, 0.0, 0.5, 1.0])
SETTLED_EVERY = 64  # iterations between checks whether the leader can still be overtaken
PROBES = 4  # slots of the hash table to try for a position
_PRIME = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Tree(NamedTuple):
    """A fixed pool of nodes."""

    nodes: Any  # [node]: NODE
    counts: Integers  # [0]: nodes in use, [1]: the root, [2]: iterations from it, [3]: age
    sums: Reals  # [seat]: sum of results over these iterations
    slots: Any  # [hash of a position]: SLOT; the size is a power of two


class Work(NamedTuple):
    """Buffers, so that the search does not allocate memory."""

    states: Any  # [ROOT]: the position to search, [CURRENT]: that of this iteration
    words: Any  # [state, part]: the same memory as plain numbers
    decisions: Integers  # the legal ones
    stamps: Integers  # [decision]: the latest visit of a node at which it was legal
    present: Integers  # [decision]: the latest visit of a node that had a child for it
    priors: Reals  # [index of a legal decision]
    path: Integers  # [depth]: the nodes of this iteration; the last element counts visits
    rows: npt.NDArray[np.int64]  # [seat, measure]
    results: Reals  # [seat]
    gains: Reals  # [seat]: LEAST and MOST points gained so far until the end, and those BEFORE
    seen: Reals  # [seat, feature]
    chosen: Reals  # [index of a legal decision, feature]


class Weights(NamedTuple):
    """The weights of features; empty if the game has no features."""

    early: Reals  # [feature] at the start of the game
    late: Reals  # [feature] at its end
    choice: Reals  # [feature of a decision]


class Settings(NamedTuple):
    """How to search."""

    exploration: float = 1.5  # weight of the prior against the mean result
    unvisited: float = 0.1  # how much lower than its parent's mean an unvisited decision counts
    even: float = 0.05  # share of the prior that is the same for all decisions
    sharpness: float = 1.0  # of the rest of the prior; 0 makes it uniform, too
    width: float = 12.0  # how many of the likeliest decisions to consider at first
    widening: float = 1.0  # how many more, times the square root of the visits
    expand_at: int = 2  # visits before a leaf gets children
    cutoff: int = 0  # random decisions before the estimate; -1 plays to the end
    evaluated: bool = True  # estimate by features; otherwise play to the end
    points: bool = False  # play to the end, where points count as much as the result
    hidden: bool = True  # something is hidden or random
    proving: bool = False  # prove decided endgames; only for two seats with nothing hidden
    sharing: bool = False  # let equal positions share a node; only if nothing is hidden


# --- Priors --------------------------------------------------------------------------------------


@compiled
def are_even(weights: Weights, settings: Settings) -> bool:
    """Whether all decisions have the same prior, so that their features are not needed."""
    return len(weights.choice) == 0 or settings.sharpness == 0.0


@compiled
def write_priors(size: int, work: Work, weights: Weights, settings: Settings) -> None:
    """Write the prior of each legal decision, by its features."""
    priors, number = work.priors, len(weights.choice)
    if are_even(weights, settings):
        for index in range(size):
            priors[index] = 1.0 / size
        return
    most = -np.inf
    for index in range(size):
        score = 0.0
        for feature in range(number):
            score += weights.choice[feature] * work.chosen[index, feature]
        priors[index] = score * settings.sharpness
        most = max(most, priors[index])
    total = 0.0
    for index in range(size):
        priors[index] = np.exp(priors[index] - most)
        total += priors[index]
    for index in range(size):
        priors[index] = (1.0 - settings.even) * priors[index] / total + settings.even / size


@compiled
def sort_by_prior(work: Work, size: int) -> None:
    """Sort the legal decisions by falling prior (shell sort)."""
    decisions, priors = work.decisions, work.priors
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for index in range(gap, size):
            decision, prior = decisions[index], priors[index]
            place = index
            while place >= gap and priors[place - gap] < prior:
                decisions[place], priors[place] = decisions[place - gap], priors[place - gap]
                place -= gap
            decisions[place], priors[place] = decision, prior
        gap //= 3


# --- Nodes ---------------------------------------------------------------------------------------


@compiled
def add_node(tree: Tree, decision: int, seat: int, prior: float) -> int:
    """Take a node from the pool, which must have one left."""
    place = tree.counts[0]
    tree.counts[0] += 1
    node = tree.nodes[place]
    node.total = 0.0
    node.inner = 0.0
    node.prior = prior
    node.visits = 0
    node.available = 0
    node.child = NO_NODE
    node.sibling = NO_NODE
    node.same = place
    node.taken = 0
    node.decision = decision
    node.missing = 0
    node.open = 0
    node.seat = seat
    node.proof = UNPROVED
    return place  # type: ignore[no-any-return]


@compiled
def add_children(
    tree: Tree, parent: int, seat: int, size: int, number: int, visit: int, work: Work
) -> None:
    """Add children for the likeliest legal decisions that have none, while there is room."""
    sort_by_prior(work, size)
    above = tree.nodes[parent]
    for index in range(size):
        if number == 0 or tree.counts[0] == len(tree.nodes):
            return
        decision = work.decisions[index]
        if work.present[decision] != visit:
            child = add_node(tree, decision, seat, work.priors[index])
            tree.nodes[child].sibling = above.child
            above.child = child
            above.missing -= 1
            above.open += 1
            number -= 1


@compiled
def count_present(
    tree: Tree, parent: int, seat: int, visit: int, work: Work, settings: Settings
) -> int:
    """Mark the decisions that have a child; count those that are legal now and not lost."""
    number = NONE_YET
    child = whole(tree.nodes[parent].child)
    while child != NO_NODE:
        node = tree.nodes[child]
        if node.seat == seat:
            work.present[node.decision] = visit
            allowed = not settings.hidden or work.stamps[node.decision] == visit
            number += int(allowed and tree.nodes[node.same].proof != LOST)
        child = whole(node.sibling)
    return number


@compiled
def wanted(tree: Tree, node: int, settings: Settings) -> int:
    """Return how many decisions of a node to consider, by its visits."""
    return int(settings.width + settings.widening * np.sqrt(whole(tree.nodes[node].visits)))


@compiled
def count_wanted(
    tree: Tree, parent: int, seat: int, size: int, visit: int, work: Work, settings: Settings
) -> int:
    """Mark the decisions that are legal now; return how many children the node still needs."""
    for index in range(size):
        work.stamps[work.decisions[index]] = visit
    above = tree.nodes[parent]
    if above.child == NO_NODE:
        above.missing = size
    number = count_present(tree, parent, seat, visit, work, settings)
    return min(size, wanted(tree, parent, settings)) - number


# --- Walking down --------------------------------------------------------------------------------


@compiled
def select(tree: Tree, parent: int, seat: int, visit: int, work: Work, settings: Settings) -> int:
    """Return the most promising child, or NO_NODE if none is legal now."""
    above = tree.nodes[parent]
    visits = max(whole(above.visits), 1)
    guess = above.inner / visits - settings.unvisited
    best, most, still_open = NO_NODE, -np.inf, NONE_YET
    child = whole(above.child)
    while child != NO_NODE:
        node = tree.nodes[child]
        if not settings.hidden or (node.seat == seat and work.stamps[node.decision] == visit):
            node.available += 1
            there = tree.nodes[node.same]
            value = there.total / there.visits if there.visits > 0 else guess
            tries = node.available if settings.hidden else visits
            score = value + settings.exploration * node.prior * np.sqrt(tries) / (1 + there.visits)
            if there.proof == LOST:
                score = -1.0  # only if there is no other
            else:
                still_open += 1
            if score > most:
                best, most = child, score
        child = whole(node.sibling)
    above.open = still_open  # another way to the same position may have found a proof
    return best


@compiled
def key_of(words: Any) -> np.uint64:
    """Return a hash of a position."""
    key = _PRIME
    for part in range(len(words)):
        key = (key ^ np.uint64(words[part])) * _PRIME
        key ^= key >> _HALF
    return np.uint64(key)


@compiled
def find_same(tree: Tree, child: int, words: Any) -> None:
    """Link a new node to the node of an equal position, or register it as the first."""
    node, key, mask = tree.nodes[child], key_of(words), len(tree.slots) - 1
    for probe in range(PROBES):
        slot = tree.slots[np.int64(key & np.uint64(mask)) ^ probe]
        if slot.age != tree.counts[3]:
            slot.key, slot.place, slot.age = key, child, tree.counts[3]
            return
        if slot.key == key and tree.nodes[slot.place].seat == node.seat:
            node.same = slot.place
            return


@compiled
def is_leaf(tree: Tree, node: int, settings: Settings) -> bool:
    """Whether a node has no children and too few visits to get any."""
    return bool(tree.nodes[node].child == NO_NODE and tree.nodes[node].visits < settings.expand_at)


@compiled
def is_narrow(tree: Tree, node: int, settings: Settings) -> bool:
    """Whether the legal decisions are needed: they depend on the deal, or to add children."""
    here = tree.nodes[node]
    if settings.hidden or here.child == NO_NODE:
        return True
    return bool(here.missing > 0 and here.open < wanted(tree, node, settings))


@compiled
def walk_down(
    tree: Tree, work: Work, weights: Weights, settings: Settings, generator: Generator
) -> int:
    """Walk from the root to a leaf, adding children on the way; return its depth.

    The functions that take longest to compile are called only here and in `foresee`, because the
    compiler optimises a function again in every caller.
    """
    state, decisions = work.states[CURRENT], work.decisions
    depth, seat = 0, to_move(work.states[CURRENT])
    work.path[0] = tree.counts[1]
    while seat >= 0:
        node = work.path[depth]
        proved = tree.nodes[node].proof != UNPROVED
        if depth > 0 and (proved or is_leaf(tree, node, settings)):
            return depth  # the root always gets children, so that one iteration finds a decision
        work.path[len(work.path) - 1] += 1  # counts visits over the whole life of the tree
        visit = work.path[len(work.path) - 1]
        if is_narrow(tree, node, settings):
            size = legal(state, decisions)
            lacking = count_wanted(tree, node, seat, size, visit, work, settings)
            if lacking > 0:
                shuffle(generator, decisions, size)  # equal priors come in random order
                if not are_even(weights, settings):
                    choices(state, decisions, size, work.chosen)
                write_priors(size, work, weights, settings)
                add_children(tree, node, seat, size, lacking, visit, work)
        child = select(tree, node, seat, visit, work, settings)
        if child == NO_NODE:
            return depth
        taken = tree.nodes[child]
        apply(state, whole(taken.decision))
        if settings.sharing and taken.taken == 0:
            find_same(tree, child, work.words[CURRENT])
        taken.taken += 1
        depth += 1
        work.path[depth] = taken.same
        seat = to_move(state)
    return depth


# --- Estimating the result -----------------------------------------------------------------------


@compiled
def write_scores(stage: float, work: Work, weights: Weights) -> None:
    """Write what the features of each seat are worth."""
    for seat in range(len(work.results)):
        score = 0.0
        for feature in range(len(weights.early)):
            early, late = weights.early[feature], weights.late[feature]
            score += (early + stage * (late - early)) * work.seen[seat, feature]
        work.results[seat] = score


@compiled
def write_estimate(work: Work) -> None:
    """Turn the scores of the seats into expected results."""
    seats, most, total = len(work.results), -np.inf, 0.0
    for seat in range(seats):
        most = max(most, work.results[seat])
    for seat in range(seats):
        work.results[seat] = np.exp(work.results[seat] - most)
        total += work.results[seat]
    for seat in range(seats):
        work.results[seat] /= total


@compiled
def begin_counting(work: Work) -> None:
    """Note the points before the search, which has found no gains yet."""
    standing(work.states[ROOT], work.rows)
    for seat in range(len(work.results)):
        work.gains[seat, LEAST] = np.inf
        work.gains[seat, MOST] = -np.inf
        work.gains[seat, BEFORE] = work.rows[seat, POINTS]


@compiled
def count_points(work: Work) -> None:
    """Let points count as much as the result, measured by the least and most that were found."""
    for seat in range(len(work.results)):
        gain = work.rows[seat, POINTS] - work.gains[seat, BEFORE]
        least = min(work.gains[seat, LEAST], gain)
        most = max(work.gains[seat, MOST], gain)
        share = (gain - least) / (most - least) if most > least else 0.5
        work.gains[seat, LEAST], work.gains[seat, MOST] = least, most
        work.results[seat] = (work.results[seat] + share) / 2


@compiled
def foresee(
    work: Work,
    weights: Weights,
    net: Net,
    units: Units,
    settings: Settings,
    generator: Generator,
) -> None:
    """Write the expected results: by a random playout, or by an estimate where it is cut off."""
    state, decisions = work.states[CURRENT], work.decisions
    steps = 0
    to_the_end = settings.points or not settings.evaluated
    while to_move(state) >= 0 and (to_the_end or steps != settings.cutoff):
        apply(state, decisions[below(generator, legal(state, decisions))])
        steps += 1
    if to_move(state) >= 0:
        stage = features(state, work.seen)
        write_scores(stage, work, weights)
        if len(net.numbers) > 0:
            add_network(state, stage, work.seen, net, units, work.results)
        write_estimate(work)
    else:
        standing(state, work.rows)
        share_the_win(work.rows, work.results)
        if settings.points:
            count_points(work)


# --- Proofs, for two seats with nothing hidden ---------------------------------------------------


@compiled
def proof_of(result: float) -> int:
    """Convert a certain result to a proof."""
    if result == 1.0:
        return WON
    return SHARED if result == 0.5 else LOST


@compiled
def write_proof(proof: int, seat: int, work: Work) -> None:
    """Write the results of both seats from the proof of one."""
    work.results[seat] = RESULT_OF[proof]
    work.results[1 - seat] = 1.0 - RESULT_OF[proof]


@compiled
def best_proof(tree: Tree, parent: int) -> int:
    """Return the best result that the seat to move at a node can be sure of, or UNPROVED."""
    best, certain = LOST, tree.nodes[parent].missing == 0
    child = whole(tree.nodes[parent].child)
    while child != NO_NODE:
        proof = whole(tree.nodes[tree.nodes[child].same].proof)
        if proof == WON:
            return WON
        certain = certain and proof != UNPROVED
        best = max(best, proof)
        child = whole(tree.nodes[child].sibling)
    return best if certain else UNPROVED


@compiled
def note_proof(tree: Tree, work: Work, depth: int) -> None:
    """Mark the node at this depth of the path as proved by the current results."""
    node = tree.nodes[work.path[depth]]
    node.proof = proof_of(work.results[whole(node.seat)])
    if depth > 0 and node.proof == LOST:
        tree.nodes[work.path[depth - 1]].open -= 1


@compiled
def prove_upwards(tree: Tree, work: Work, depth: int) -> None:
    """Propagate a proof from the end of the path upwards, as far as it goes."""
    while depth > 0:
        depth -= 1
        parent = work.path[depth]
        below_it = whole(tree.nodes[work.path[depth + 1]].seat)
        proof = best_proof(tree, parent)
        if proof == UNPROVED:
            return
        write_proof(proof, below_it, work)
        note_proof(tree, work, depth)


# --- Iterations ----------------------------------------------------------------------------------


@compiled
def give_results(tree: Tree, work: Work, depth: int, decides: int) -> None:
    """Add the results to the nodes of the path; `decides` is the seat to move at its end."""
    for level in range(depth, -1, -1):
        node = tree.nodes[work.path[level]]
        node.visits += 1
        node.total += work.results[whole(node.seat)]
        if decides >= 0:
            node.inner += work.results[decides]
        decides = whole(node.seat)
    for seat in range(len(work.results)):
        tree.sums[seat] += work.results[seat]
    tree.counts[2] += 1


@compiled
def is_settled(tree: Tree, left: int) -> bool:
    """Whether the remaining iterations cannot change the most visited decision."""
    most, second = NONE_YET, NONE_YET
    child = whole(tree.nodes[tree.counts[1]].child)
    while child != NO_NODE:
        taken = whole(tree.nodes[child].taken)
        if taken > most:
            most, second = taken, most
        elif taken > second:
            second = taken
        child = whole(tree.nodes[child].sibling)
    return most - second > left


def search(
    tree: Tree,
    work: Work,
    weights: Weights,
    net: Net,
    units: Units,
    settings: Settings,
    generator: Generator,
    observer: int,
    iterations: int,
    left: int,
    most_nodes: int,
    stop: Integers,
) -> int:
    """Run iterations; return how many.

    Ends early if asked to stop, if the tree has `most_nodes`, if the root is proved, or if `left`
    more iterations, including those of later calls, could not change the most visited decision.
    """
    done = 0
    if settings.points and tree.counts[2] == 0:
        begin_counting(work)
    while done < iterations and stop[0] == 0 and tree.counts[0] < most_nodes:
        if tree.counts[2] % SETTLED_EVERY == 0 and is_settled(tree, left - done):
            break
        if tree.nodes[tree.counts[1]].proof != UNPROVED:
            break
        work.states[CURRENT] = work.states[ROOT]
        if settings.hidden:
            reimagine(work.states[CURRENT], observer, generator)
        depth = walk_down(tree, work, weights, settings, generator)
        leaf = tree.nodes[work.path[depth]]
        seat = to_move(work.states[CURRENT])
        if leaf.proof != UNPROVED and depth > 0:
            write_proof(whole(leaf.proof), whole(leaf.seat), work)
            prove_upwards(tree, work, depth)
        else:
            foresee(work, weights, net, units, settings, generator)
            if settings.proving and seat < 0:
                note_proof(tree, work, depth)
                prove_upwards(tree, work, depth)
        give_results(tree, work, depth, seat)
        done += 1
    return done


def begin(tree: Tree, seat: int) -> None:
    """Clear the tree, leaving only a root."""
    tree.counts[0] = 0
    tree.counts[1] = add_node(tree, -1, seat, 1.0)
    tree.counts[2] = 0
    tree.counts[3] += 1
    tree.sums[:] = 0.0


# --- Buffers and entry points --------------------------------------------------------------------


def new_tree(pool: int, seats: int, *, sharing: bool = False) -> Tree:
    """Create a pool of nodes, with a hash table if equal positions share nodes."""
    size = 1 << max(pool // 2, PROBES).bit_length() if sharing else PROBES
    return Tree(np.zeros(pool, NODE), np.zeros(4, np.int64), np.zeros(seats), np.zeros(size, SLOT))


def new_work(
    states: Any, seats: int, decisions: int, depth: int, shape: tuple[int, int, int]
) -> Work:
    """Create the buffers; `shape` counts measures, features, and features of decisions."""
    measures, seen, chosen = shape
    part = np.uint64 if states.dtype.itemsize % 8 == 0 else np.uint8
    return Work(
        states,
        np.asarray(states).view(np.ndarray).view(part).reshape(len(states), -1),
        np.zeros(decisions, np.int64),
        np.zeros(decisions, np.int64),
        np.zeros(decisions, np.int64),
        np.zeros(decisions),
        np.zeros(depth + 2, np.int64),
        np.zeros((seats, measures), np.int64),
        np.zeros(seats),
        np.zeros((seats, 3)),
        np.zeros((seats, seen)),
        np.zeros((decisions, chosen)),
    )


def entry_points(dtype: np.dtype[Any]) -> dict[str, EntryPoint]:
    """Return the compiled functions of the search for states of this type."""
    states = np.zeros(2, dtype)
    tree = typeof(new_tree(1, 1))
    work = typeof(new_work(states, 1, 1, 1, (1, 1, 1)))
    weights = typeof(Weights(np.zeros(1), np.zeros(1), np.zeros(1)))
    network, units = typeof(NO_NET), typeof(new_units(NO_NET, 1))
    settings = typeof(Settings())
    number = types.int64
    searching = number(
        tree, work, weights, network, units, settings, operations.GENERATOR, number, number,
        number, number, operations.INTEGERS,
    )  # fmt: skip
    return {
        "search": EntryPoint(search, searching),
        "begin": EntryPoint(begin, types.void(tree, number)),
    }
