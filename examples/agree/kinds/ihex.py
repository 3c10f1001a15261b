"""A program in Intel HEX: lengths and checksums of records, extended addresses, no place with data twice,
one start address, an end record."""

import random
import re


def record(kind, address, data):
    own = bytes([len(data), address >> 8, address & 255, kind, *data])
    return ":" + (own + bytes([-sum(own) & 255])).hex().upper() + "\n"


SMALLEST = (record(0, 0, bytes([0, 0, 0, 0, 0, 0, 1, 0])) + record(4, 0, [0, 1]) + record(0, 0, [0])
            + record(5, 0, [0, 1, 0, 0]) + record(1, 0, []))


def make():
    r = random.Random(88)
    base, start = 0x08000000, 0x0801C198
    vectors = [0x20005000, start + 1] + [0x08000000 + 2 * r.randint(800, 3000) + 1 if r.random() < 0.8 else 0 for _ in range(60)]
    pool = [0x4B, 0x68, 0x1A, 0x70, 0xB5, 0xBD, 0x20, 0x46, 0x80, 0xF0, 0x47, 0x00, 0x01, 0xD1, 0xE7, 0x9B]
    image = b"".join(x.to_bytes(4, "little") for x in vectors)
    code = lambda many: bytes(r.choice(pool) if r.random() < 0.5 else r.randrange(256) for _ in range(many))
    parts = [(base, image + code(5420)), (0x0800F800, code(1220)), (base + 0x10000, code(36)), (start - 24, code(3310)),
             (0x08020000, b"Boot 2.4.1\0" + b"\xff" * 21 + code(480)), (0x1FFFF800, bytes([0xA5, 0x5A, 255, 0] + [255, 0] * 6))]
    out, page = [], None
    for at, data in parts:
        for n in range(0, len(data), 16):
            if (at + n) >> 16 != page:
                page = (at + n) >> 16
                out.append(record(4, 0, page.to_bytes(2, "big")))
            out.append(record(0, (at + n) & 0xFFFF, data[n:n + 16]))
    return "".join([*out, record(5, 0, (start + 1).to_bytes(4, "big")), record(1, 0, [])])


def need(condition):
    if not condition:
        raise ValueError


def shows_bug(text):
    """The reset vector and the start address agree, and lead to data in another segment of 64 KiB."""
    base, memory, starts, end = 0, {}, [], False
    for line in text.removesuffix("\n").split("\n"):
        need(re.fullmatch(r":([0-9A-Fa-f]{2}){5,}\r?", line, re.A) and not end)
        own = bytes.fromhex(line[1:].rstrip("\r"))
        size, kind, address, data = own[0], own[3], own[1] * 256 + own[2], own[4:-1]
        need(sum(own) % 256 == 0 and len(data) == size)
        if kind == 0:
            # A record must not go over the end of its segment.
            need(size and address + size <= 0x10000)
            for n, byte in enumerate(data):
                need(base + address + n not in memory)
                memory[base + address + n] = byte
        else:
            need(kind in (1, 2, 3, 4, 5) and size == [0, 0, 2, 4, 2, 4][kind] and address == 0)
            if kind == 1:
                end = True
            elif kind == 2 or kind == 4:
                base = int.from_bytes(data, "big") << (4 if kind == 2 else 16)
            else:
                starts.append((kind, int.from_bytes(data, "big")))
    need(end and len(starts) < 2)
    if not starts or starts[0][0] == 3 or not memory:
        return False
    first, start = min(memory), starts[0][1]
    vector = sum(memory[first + 4 + n] << 8 * n for n in range(4))
    return vector == start and start >> 16 != first >> 16 and start & ~1 in memory
