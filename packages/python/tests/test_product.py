"""The client against a running product; packages/python/python.test.ts starts it and sets the variables."""

import asyncio
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import proofmail  # noqa: E402
from proofmail import AsyncProofmail, Proofmail  # noqa: E402
from proofmail._async_caller import HttpxTransport, ThreadTransport, httpx  # noqa: E402

FACTS = json.loads(os.environ["PROOFMAIL_TEST"])
SIMULATOR = "success@simulator.mail.localhost"
LONG_AGO = "2026-01-01T00:00:00Z"


class Sync(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Proofmail()
        self.mailbox = self.client.mailbox()

    def test_first_mail_is_read_and_answered(self) -> None:
        message = self.mailbox.wait_for(since=LONG_AGO)
        assert message is not None
        answer = self.mailbox.reply(message["id"], text="Yes, loud and clear.")
        self.assertEqual(answer["thread_id"], message["thread_id"])

    def test_finds_mailboxes(self) -> None:
        self.assertEqual(self.mailbox.id, FACTS["identity"])
        self.assertEqual(self.client.mailbox(FACTS["address"]).id, FACTS["identity"])
        with self.assertRaises(proofmail.NotFoundError):
            self.client.mailbox("idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE")

    def test_goes_through_pages(self) -> None:
        ids = [message["id"] for message in self.mailbox.messages(limit=1)]
        self.assertGreater(len(ids), 1)
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual(len(self.mailbox.messages(limit=1).take(2)), 2)

    def test_sends_once_for_a_key_with_files(self) -> None:
        options = proofmail.CallOptions(idempotency_key="python-once")
        file = proofmail.attachment("ü.txt", "content")
        send = lambda: self.mailbox.send(  # noqa: E731
            to=[SIMULATOR], subject="Once", text="Hello", attachments=[file], options=options
        )
        first, second = send(), send()
        self.assertEqual(first["id"], second["id"])
        fetched = self.mailbox.download(first["id"], first["attachments"][0]["id"])
        self.assertEqual((fetched.content, fetched.filename), (b"content", "ü.txt"))

    def test_tells_what_is_wrong(self) -> None:
        with self.assertRaises(proofmail.InvalidRequestError) as caught:
            self.mailbox.threads(limit=0).first()
        error = caught.exception
        self.assertEqual((error.code, error.field, error.status), ("invalid_request", "limit", 400))
        self.assertTrue(error.fix and error.request_id)
        self.assertIn(f"request_id={error.request_id}", error.log_url)
        with self.assertRaises(proofmail.AuthenticationError):
            Proofmail("pmk_live_wrong").keys.me()
        with self.assertRaises(proofmail.ConnectionLostError):
            Proofmail(None, base_url="http://127.0.0.1:9", max_retries=0).deployment.health()
        with self.assertRaises(ValueError):
            self.client.messages.get(self.mailbox.id, "")

    def test_waits(self) -> None:
        self.assertIsNone(self.mailbox.wait_for(subject_contains="Never", timeout=1))
        self.assertEqual(self.mailbox.wait_for_code("@sender.example", since=LONG_AGO, timeout=5), "481920")
        with self.assertRaises(proofmail.NothingCameError):
            self.mailbox.wait_for_code("@other.example", since=LONG_AGO, timeout=1)

    def test_asks(self) -> None:
        self.assertIn("evidence", self.mailbox.ask("Who asked a question?"))
        events = [event.event for event in self.mailbox.ask_stream("Who asked a question?")]
        self.assertIn("step", events)
        self.assertEqual(events[-1], "done")

    def test_follows_events(self) -> None:
        for event in self.client.tail(identity=self.mailbox.id, types=["message.received"], after=LONG_AGO):
            self.assertEqual(event["type"], "message.received")
            break
        with self.assertRaises(ValueError):
            self.client.tail()

    def test_verifies_webhooks(self) -> None:
        body, headers, secret = FACTS["webhook"]["body"], FACTS["webhook"]["headers"], FACTS["webhook"]["secret"]
        self.assertEqual(proofmail.verify_webhook(body, headers, secret)["type"], "webhook.test")
        proofmail.verify_webhook(body.encode(), headers, ["whsec_b3RoZXI=", secret])
        for wrong in (
            (body + " ", headers, secret),
            (body, headers, "whsec_b3RoZXI="),
            (body, headers, "whsec_?"),
            (body, {**headers, "webhook-id": "evt_other"}, secret),
            (body, {**headers, "webhook-timestamp": "1"}, secret),
            (body, {}, secret),
        ):
            with self.assertRaises(proofmail.WebhookVerificationError):
                proofmail.verify_webhook(*wrong)

    def test_has_tools(self) -> None:
        tools = {tool.name: tool for tool in proofmail.mail_tools(self.mailbox)}
        thread = self.mailbox.threads().take(1)[0]["id"]
        message = self.mailbox.messages(direction="inbound").take(1)[0]["id"]
        calls = {
            "list_mail": {},
            "read_conversation": {"thread_id": thread},
            "search_mail": {"query": "question"},
            "ask_mailbox": {"question": "Who asked?"},
            "get_code": {"sender": "@other.example", "timeout": 1},
            "send_mail": {"to": [SIMULATOR], "subject": "Hi", "text": "Hello"},
            "reply_to_mail": {"message_id": message, "text": "Thanks"},
        }
        self.assertEqual(calls.keys(), tools.keys())
        for name, arguments in calls.items():
            answer = json.loads(tools[name].run(json.dumps(arguments)))
            self.assertEqual((name, "error" in answer), (name, name == "get_code"))
        self.assertIn("error", json.loads(tools["send_mail"].run({"nonsense": 1})))
        self.assertNotIn("send_mail", [tool.name for tool in proofmail.mail_tools(self.mailbox, read_only=True)])
        self.assertEqual(tools["list_mail"].for_anthropic()["input_schema"], tools["list_mail"].parameters)

    def test_has_every_operation(self) -> None:
        clients = (self.client, AsyncProofmail(transport=ThreadTransport()))
        for operation in FACTS["operations"]:
            group, _, name = operation.rpartition(".")
            for client in clients:
                calls = getattr(client, group or "deployment")
                self.assertTrue(hasattr(calls, name) or hasattr(calls, f"{name}_"), operation)


class Async(unittest.IsolatedAsyncioTestCase):
    async def check(self, transport: object) -> None:
        async with AsyncProofmail(transport=transport) as client:
            mailbox = await client.mailbox()
            messages, threads = await asyncio.gather(mailbox.messages(limit=1).take(2), mailbox.threads().take(1))
            self.assertEqual((len(messages), len(threads)), (2, 1))
            sent = await mailbox.send(to=[SIMULATOR], subject="Async", text="Hello")
            self.assertEqual((await mailbox.message(sent["id"]))["subject"], "Async")
            self.assertEqual(await mailbox.wait_for_code("@sender.example", since=LONG_AGO, timeout=5), "481920")
            events = [event.event async for event in mailbox.ask_stream("Who asked a question?")]
            self.assertEqual(events[-1], "done")
            async for event in client.tail(identity=mailbox.id, after=LONG_AGO):
                self.assertEqual(event["identity_id"], mailbox.id)
                break
            with self.assertRaises(proofmail.NotFoundError):
                await client.mailbox("idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE")
        away = AsyncProofmail(None, base_url="http://127.0.0.1:9", max_retries=0, transport=transport)
        with self.assertRaises((proofmail.ConnectionLostError, RuntimeError)):
            await away.deployment.health()

    async def test_in_threads(self) -> None:
        await self.check(ThreadTransport())

    @unittest.skipIf(httpx is None, "httpx is not installed")
    async def test_with_httpx(self) -> None:
        await self.check(HttpxTransport())


if __name__ == "__main__":
    unittest.main()
