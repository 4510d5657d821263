"""Writes one JSON object an event, a line each, into the file that SLIPWAY_EVENTS names. What Ansible censors stays censored."""
import datetime
import json
import os

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: slipway_events
type: notification
short_description: events as lines of JSON in a file
description:
  - One JSON object for the start of each play and task, for each result of a host or of an item, and for the counts at the end.
"""
SHOWN = ('changed', 'msg', 'rc', 'stdout', 'stderr', 'diff', 'skipped', 'unreachable', 'attempts', 'censored')
LONGEST = 20000


def shorter(value):
    """Long texts keep their end, which says why."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[-LONGEST:]
    if isinstance(value, dict):
        return {str(k): shorter(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [shorter(v) for v in value]
    return value


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'notification'
    CALLBACK_NAME = 'slipway_events'
    CALLBACK_NEEDS_ENABLED = True

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self._file = open(os.environ['SLIPWAY_EVENTS'], 'a', encoding='utf-8')

    def _write(self, event, **values):
        at = datetime.datetime.now(datetime.timezone.utc).isoformat()
        line = json.dumps({'_event': event, '_timestamp': at, **values}, default=str)
        self._file.write(line + '\n')
        self._file.flush()

    def _result(self, event, result, **more):
        answer = result._result
        shown = {key: shorter(answer[key]) for key in SHOWN if key in answer}
        if 'item' in answer:
            shown['item'] = self._get_item_label(answer)
        shown.update(more)
        self._write(event, hosts={result._host.get_name(): shown}, task={'name': result._task.get_name()})

    def v2_playbook_on_play_start(self, play):
        self._write('v2_playbook_on_play_start', play={'name': play.get_name()})

    def v2_playbook_on_task_start(self, task, is_conditional):
        self._write('v2_playbook_on_task_start', task={'name': task.get_name()})

    def v2_playbook_on_handler_task_start(self, task):
        self._write('v2_playbook_on_task_start', task={'name': task.get_name()})

    def v2_runner_on_ok(self, result):
        self._result('v2_runner_on_ok', result)

    def v2_runner_on_skipped(self, result):
        self._result('v2_runner_on_skipped', result)

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self._result('v2_runner_on_failed', result, ignored=bool(ignore_errors))

    def v2_runner_on_unreachable(self, result):
        self._result('v2_runner_on_unreachable', result)

    def v2_runner_retry(self, result):
        self._result('v2_runner_retry', result)

    def v2_runner_item_on_ok(self, result):
        self._result('v2_runner_item_on_ok', result)

    def v2_runner_item_on_failed(self, result):
        self._result('v2_runner_item_on_failed', result)

    def v2_playbook_on_stats(self, stats):
        hosts = {host: stats.summarize(host) for host in stats.processed}
        self._write('v2_playbook_on_stats', stats=hosts)
