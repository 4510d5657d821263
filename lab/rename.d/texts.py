"""Renames what stands in texts: texts.py ROOT NAMES [FILE…]. After Rename.java has renamed what stands in code."""
import pathlib
import re
import subprocess
import sys

root, table = pathlib.Path(sys.argv[1]), sys.argv[2]
names = {'step': {}, 'word': {}, 'type': {}, 'package': {}, 'member': {}}
for line in open(table):
    parts = line.split()
    if len(parts) == 3 and parts[0] in names:
        names[parts[0]][parts[1]] = parts[2]

def whole(old):
    return re.compile(r'(?<![\w])' + re.escape(old) + r'(?![\w])')

# A word of these files is not the one that is renamed.
OTHER = {
    'ANOTHER_MACHINE': ('simulator/bmc/', 'SimulatedRedfish', 'BmcFault'),
    'LEDGER_AWAY': ('WorldFault', 'MisbehavesProofIT', 'PostgresProofIT'),
}
NO_STEPS = ('modules/SshPersistence.java', 'modules/DriverClients.java', 'packages/NodeModules.java',
            'kernelgpumissing/KernelBoot.java', 'house/Names.java', 'fake/FakeKernels.java', 'demo/NodeRun.java')
PERSISTENCE = ('/persistence/', 'PersistenceFleetTest')
words = [(whole(old), old, now) for old, now in names['word'].items()]
types = {}
for old, now in names['type'].items():
    if old.rsplit('.', 1)[1] != now.rsplit('.', 1)[1]:
        types[old.rsplit('.', 1)[1]] = now.rsplit('.', 1)[1]
# Names that several types bear, that are words besides, or under which the engine knows a workflow.
for old in ('Attempt', 'Door', 'Findings', 'Kept', 'Look', 'Means', 'NodeView', 'Place', 'Registered', 'Registration',
            'Said', 'Seen', 'Signals', 'Standing', 'Way', 'ReachLook', 'FactsLook'):
    types.pop(old, None)
types['Tried'] = 'StageResult'
types.update({old + 'Test': now + 'Test' for old, now in types.items()})
# In running text only what no other word is.
distinct = {o: n for o, n in types.items() if re.search(r'[a-z][A-Z]', o)}
paths = {}
for old, now in list(names['type'].items()) + list(names['package'].items()):
    paths[old] = now

# Code that stands in a table of breaks.
MUTANTS = {'standing': 'schedulingState', 'Rung.REBOOT': 'RepairStage.REBOOT', 'Care.TELL_OWNER': 'XidAction.TELL_OWNER',
           'place.directory': 'runDirectory.directory', 'place.node': 'runDirectory.node'}
RULES = [(re.compile(old), now) for old, now in (
    (r'(?<![\w-])builds\.yaml', 'known-bad-builds.yaml'),
    (r'(?<![\w])means: (packages|ansible|image|%s)', r'convergeBy: \1'),
    (r'path\("means"\)', 'path("convergeBy")'),
    (r'`means`', '`convergeBy`'),
    (r'(["`])(scan\.)?atOnce(?=["`])', r'\1\2maxConcurrent'),
    (r'(["`])(scan\.)?perRack(?=["`])', r'\1\2maxConcurrentPerRack'),
    (r'(ansible|image|smoke\.job)\.within\b', r'\1.timeout'),
    (r'`within`', '`timeout`'),
    (r'\bwithin: (?=\d+[smh])', 'timeout: '),
    (r'(job|image|blame\(\w+|\n\s+)(,? ?)"within"', r'\1\2"timeout"'),
)]

def ruled(text):
    for pattern, now in RULES:
        text = pattern.sub(now, text)
    return text

def java(path, text):
    def literal(match):
        body = match.group(0)
        if not path.endswith(NO_STEPS):
            for old, now in names['step'].items():
                if path.endswith(('KernelGpuMissingSteps.java',)) and old == 'load':
                    now = 'load-module'
                if body in ('"%s"' % old, '"undo-%s"' % old):
                    return body.replace(old, now)
        return body
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', literal, text)
    for pattern, old, now in words:
        if not any(o in path for o in OTHER.get(old, ())):
            text = pattern.sub(now, text)
    for old, now in names['package'].items():
        text = re.sub(r'"%s\b' % re.escape(old), '"' + now, text)
    text = ruled(text)
    if path.endswith('HouseRulesTest.java'):
        for old, now in (('route', 'rules.triage'), ('fleet', 'rollout'), ('doctor', 'query'), ('record', 'audit'),
                         ('access', 'connectivity'), ('sheet', 'view'), ('output', 'tool')):
            text = text.replace('"..%s.."' % old, '"%s%s.."' % ('dev.slipway.' if now == 'rollout' else '..', now))
        text = text.replace('"dev.slipway.doctor', '"dev.slipway.query')
    if path.endswith('FateSteps.java'):
        text = re.sub(r'"load-modules"(,\s+"reboot",\s+"check-running-kernel")', r'"load-module"\1', text)
    if any(p in path for p in PERSISTENCE):
        text = re.sub(r'(?<![\w])P(\d+)(?!\w)', r'PM\1', text)
    return text

def plain(path, text):
    for pattern, old, now in words:
        if not any(o in path for o in OTHER.get(old, ())):
            text = pattern.sub(now, text)
    for old, now in sorted(paths.items(), key=lambda p: -len(p[0])):
        if old.count('.') < 3 and not old.startswith('dev.slipway.'):
            continue
        text = re.sub(r'(?<![\w.])' + re.escape(old) + r'(?![\w])', now, text)
        text = re.sub(re.escape(old.replace('.', '/')) + r'(?=[./`#)])', now.replace('.', '/'), text)
    for old, now in types.items():
        text = re.sub(r'`(%s)(?=[`.#(<])' % old, '`' + now, text)
        if old in distinct:
            text = whole(old).sub(now, text)
    text = ruled(text)
    if path == 'lab/mutants.yaml':
        for old, now in MUTANTS.items():
            text = whole(old).sub(now, text)
    if any(p in path for p in PERSISTENCE):
        text = re.sub(r'(?<![\w])P(\d+)(?!\w)', r'PM\1', text)
    return text

files = sys.argv[3:] or subprocess.check_output(['git', '-C', str(root), 'ls-files', '-co', '--exclude-standard'], text=True).split('\n')
for name in files:
    path = root / name
    if not name or not path.is_file() or 'histories/' in name or 'fixtures/' in name or name.startswith(('lab/rename', 'docs/changes/')):
        continue
    if path.suffix not in ('.java', '.md', '.yaml', '.yml', '.txt', '.tsv', '.sh', '.html', '.json', '.properties', '.xml', ''):
        continue
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        continue
    now = java(name, text) if path.suffix == '.java' else plain(name, text)
    if now != text:
        path.write_text(now)
        print(name)
