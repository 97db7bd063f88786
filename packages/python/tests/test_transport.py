"""Retries and keys, with a server that fails on demand."""

import json
import os
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import proofmail  # noqa: E402

BUSY = (503, {"error": {"code": "unavailable", "message": "No.", "retryable": True, "details": {"retry_after": 0}}})


class Handler(BaseHTTPRequestHandler):
    def handle_any(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        server = self.server
        server.seen.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))  # type: ignore[attr-defined]
        answers = server.answers  # type: ignore[attr-defined]
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if answer == "drop":
            self.connection.close()
            return
        status, body = answer
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("location", "http://127.0.0.1:9/")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any

    def log_message(self, *_: object) -> None:
        pass


class Transport(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.seen = []  # type: ignore[attr-defined]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = proofmail.Proofmail("pmk_test_x", base_url=f"http://127.0.0.1:{self.server.server_port}")

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def say(self, *answers: object) -> None:
        self.server.answers = list(answers)  # type: ignore[attr-defined]

    @property
    def seen(self) -> list:
        return self.server.seen  # type: ignore[attr-defined]

    def test_repeats_a_send_with_its_key(self) -> None:
        self.say(BUSY, "drop", (202, {"id": "msg_1"}))
        self.assertEqual(self.client.messages.send("idn_1", to=["a@example.com"])["id"], "msg_1")
        keys = [headers["idempotency-key"] for _, _, headers in self.seen]
        self.assertEqual((len(keys), len(set(keys))), (3, 1))

    def test_does_not_repeat_a_lost_change_without_key(self) -> None:
        self.say("drop")
        with self.assertRaises(proofmail.ConnectionLostError):
            self.client.messages.update("idn_1", "msg_1", read=True)
        self.assertEqual(len(self.seen), 1)

    def test_leaves_long_times_to_the_caller(self) -> None:
        self.say((429, {"error": {"code": "rate_limited", "retryable": True, "details": {"retry_after": 3600}}}))
        with self.assertRaises(proofmail.RateLimitError) as caught:
            self.client.keys.me()
        self.assertEqual((caught.exception.retry_after, len(self.seen)), (3600, 1))

    def test_follows_no_redirect(self) -> None:
        self.say((307, {}))
        with self.assertRaises(proofmail.ProofmailError) as caught:
            self.client.keys.me()
        self.assertEqual((caught.exception.status, len(self.seen)), (307, 1))

    def test_gives_the_address_where_an_operation_answers_with_one(self) -> None:
        self.say((303, {}))
        self.assertEqual(self.client.sign_in.finish_provider("example"), "http://127.0.0.1:9/")
        self.assertEqual(len(self.seen), 1)

    def test_follows_events_across_connections(self) -> None:
        def event(number: int) -> str:
            return f'id: evt_{number}\nevent: x\ndata: {{"id": "evt_{number}"}}\n\n'

        self.say((200, event(1)), BUSY, "drop", (200, ": connected\n\n" + event(2)))
        events = self.client.tail(identity="idn_1", after="2026-01-01T00:00:00Z")
        self.assertEqual([next(events)["id"], next(events)["id"]], ["evt_1", "evt_2"])
        first, *others = self.seen
        self.assertIn("after=2026", first[1])
        self.assertEqual([(headers["last-event-id"], "after" in path) for _, path, headers in others], [("evt_1", False)] * 3)
        self.say((403, {"error": {"code": "permission_denied"}}))
        with self.assertRaises(proofmail.PermissionDeniedError):
            next(self.client.tail(tenant="ten_1"))

    def test_quotes_ids_and_repeats_lists(self) -> None:
        self.say((200, {"data": [], "next_cursor": None}))
        self.client.events.list_of_identity("a/../b?c", types=["message.received", "message.sent"], limit=5).first()
        path = "/v1/identities/a%2F..%2Fb%3Fc/events?types=message.received&types=message.sent&limit=5"
        self.assertEqual(self.seen[0][1], path)


if __name__ == "__main__":
    unittest.main()
