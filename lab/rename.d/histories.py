"""Maps stored histories to the new names: histories.py NAMES FOLDER. Changes names alone, and prints each with its count."""
import base64
import collections
import gzip
import pathlib
import re
import sys

KEYS = {'legs': 'entries', 'rungs': 'stages', 'means': 'convergeBy'}
steps = {}
for line in open(sys.argv[1]):
    parts = line.split()
    if len(parts) == 3 and parts[0] == 'word':
        (KEYS if parts[1][0].islower() else steps)[parts[1]] = parts[2]
kinds = {old: now for old, now in steps.items()}
steps = {p[1]: p[2] for p in map(str.split, open(sys.argv[1])) if len(p) == 3 and p[0] == 'step'}
seen = collections.Counter()

def swap(text, pattern, now):
    def one(match):
        seen[match.group(0) + ' → ' + match.expand(now)] += 1
        return match.expand(now)
    return re.sub(pattern, one, text)

def names(text, kernel):
    for old, now in KEYS.items():
        text = swap(text, r'"%s":' % old, '"%s":' % now)
    for old, now in kinds.items():
        text = swap(text, r'\b%s\b' % old, now)
    for old, now in steps.items():
        now = 'load-module' if old == 'load' and kernel else now
        text = swap(text, r'"step":\{"id":"(undo-)?%s"' % old, r'"step":{"id":"\g<1>%s"' % now)
    text = swap(text, r'"row":"P(\d+)"', r'"row":"PM\1"')
    return swap(text, r'\brow P(\d+)\b', r'row PM\1')

def event(text, kernel):
    def data(match):
        old = base64.b64decode(match.group(2)).decode()
        now = names(old, kernel)
        return match.group(0) if now == old else match.group(1) + base64.b64encode(now.encode()).decode() + '"'
    text = re.sub(r'("data":\s*")([A-Za-z0-9+/=]+)"', data, text)
    for old, now in kinds.items():
        text = swap(text, r'"%s"' % old, '"%s"' % now)
    return text

for path in sorted(pathlib.Path(sys.argv[2]).rglob('*')):
    if not path.is_file():
        continue
    packed = path.suffix == '.gz'
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if packed else raw).decode()
    now = event(text, 'KernelGpuMissing' in path.parts)
    if now != text:
        path.write_bytes(gzip.compress(now.encode(), 9, mtime=0) if packed else now.encode())
for name, count in sorted(seen.items()):
    print(count, name)
