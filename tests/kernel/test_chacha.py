"""The secret stream: the published vectors of ChaCha20, and an implementation from PyPI."""

from __future__ import annotations

import hashlib
import random
import struct

import numba
import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from contrada.kernel import chance
from tests.oracles import chance as twin

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]

chacha20 = numba.njit(lambda *words: chance.chacha20(*words))
next_word = numba.njit(lambda generator: chance.next_word(generator))

# RFC 8439: 2.3.2, and all five of appendix A.1. Key, counter of 32 bits, nonce of 96 bits, block.
RFC_8439 = {
    "2.3.2": (
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        1,
        "000000090000004a00000000",
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    "A.1 #1": (
        "00" * 32,
        0,
        "00" * 12,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    "A.1 #2": (
        "00" * 32,
        1,
        "00" * 12,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    "A.1 #3": (
        "00" * 31 + "01",
        1,
        "00" * 12,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    "A.1 #4": (
        "00ff" + "00" * 30,
        2,
        "00" * 12,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    "A.1 #5": (
        "00" * 32,
        0,
        "00" * 11 + "02",
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
}

# Of the original construction, with a counter and a nonce of 64 bits each, 20 rounds and a key of
# 256 bits (draft-strombergson-chacha-test-vectors-01): key, nonce, the first two blocks.
ORIGINAL = {
    "TC1": (
        "00" * 32,
        "00" * 8,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    "TC2": (
        "01" + "00" * 31,
        "00" * 8,
        (
            "c5d30a7ce1ec119378c84f487d775a8542f13ece238a9455e8229e888de85bbd"
            "29eb63d0a17a5b999b52da22be4023eb07620a54f6fa6ad8737b71eb0464dac0"
            "10f656e6d1fd55053e50c4875c9930a33f6d0263bd14dfd6ab8c70521c19338b"
            "2308b95cf8d0bb7d202d2102780ea3528f1cb48560f76b20f382b942500fceac"
        ),
    ),
    "TC3": (
        "00" * 32,
        "01" + "00" * 7,
        (
            "ef3fdfd6c61578fbf5cf35bd3dd33b8009631634d21e42ac33960bd138e50d32"
            "111e4caf237ee53ca8ad6426194a88545ddc497a0b466e7d6bbdb0041b2f586b"
            "5305e5e44aff19b235936144675efbe4409eb7e8e5f1430f5f5836aeb49bb532"
            "8b017c4b9dc11f8a03863fa803dc71d5726b2b6b31aa32708afe5af1d6b69058"
        ),
    ),
    "TC4": (
        "ff" * 32,
        "ff" * 8,
        (
            "d9bf3f6bce6ed0b54254557767fb57443dd4778911b606055c39cc25e674b836"
            "3feabc57fde54f790c52c8ae43240b79d49042b777bfd6cb80e931270b7f50eb"
            "5bac2acd86a836c5dc98c116c1217ec31d3a63a9451319f097f3b4d6dab07787"
            "19477d24d24b403a12241d7cca064f790f1d51ccaff6b1667d4bbca1958c4306"
        ),
    ),
}


def block(key: bytes, counter: int, nonce: int) -> bytes:
    words = chacha20(*np.frombuffer(key, "<u8"), np.uint64(counter), np.uint64(nonce))
    return struct.pack("<8Q", *map(int, words))


def number(part: bytes) -> int:
    return int.from_bytes(part, "little")


def library(key: bytes, counter_and_nonce: bytes, size: int) -> bytes:
    """Return the stream as `cryptography` makes it."""
    encryptor = Cipher(algorithms.ChaCha20(key, counter_and_nonce), mode=None).encryptor()
    return encryptor.update(bytes(size))


@pytest.mark.parametrize("name", RFC_8439)
def test_the_vectors_of_the_rfc(name: str) -> None:
    key, counter, nonce, wanted = RFC_8439[name]
    first, rest = bytes.fromhex(nonce)[:4], bytes.fromhex(nonce)[4:]
    found = block(bytes.fromhex(key), counter | number(first) << 32, number(rest))
    assert found.hex() == wanted
    assert twin.chacha20(bytes.fromhex(key), counter, bytes.fromhex(nonce)).hex() == wanted


@pytest.mark.parametrize("name", ORIGINAL)
def test_the_original_vectors(name: str) -> None:
    key, nonce, wanted = ORIGINAL[name]
    blocks = [block(bytes.fromhex(key), at, number(bytes.fromhex(nonce))) for at in (0, 1)]
    assert b"".join(blocks).hex() == wanted


def test_an_implementation_from_pypi_makes_the_same_blocks() -> None:
    chosen = random.Random(8)
    counters = [0, 1, 2**32 - 1, *(chosen.getrandbits(32) for _ in range(30))]
    for counter in counters:
        key, nonce = chosen.randbytes(32), chosen.randbytes(12)
        start = struct.pack("<I", counter) + nonce
        here = block(key, number(start[:8]), number(start[8:]))
        assert here == library(key, start, 64)
        assert here == twin.chacha20(key, counter, nonce)


@pytest.mark.parametrize("seed", [0, 7, 2**63, 2**64 + 7, chance.MOST_SEED])
def test_a_generator_is_the_stream_of_its_key(seed: int) -> None:
    """The words of 50 blocks, from the key that the docs describe."""
    key = hashlib.sha256(b"contrada deal " + seed.to_bytes(16, "big")).digest()
    generator, plain = chance.secret(seed), twin.Chance(seed)
    words = [int(next_word(generator)) for _ in range(400)]
    assert struct.pack("<400Q", *words) == library(key, bytes(16), 3200)
    assert words == [plain.next_word() for _ in range(400)]
    assert chance.key_of(generator) == key
    assert int(generator[chance.PLACE]) == 400


def test_going_on_from_a_place() -> None:
    generator = chance.secret(3)
    words = [int(next_word(generator)) for _ in range(30)]
    for place in (0, 7, 8, 29):
        assert int(next_word(chance.secret_at(chance.key_of(generator), place))) == words[place]
