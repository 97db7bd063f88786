import type { Deployment } from '../deployment.ts';

export type FirstCall = {
  id: string;
  title: string;
  /** Method and route template, or the protocol. */
  route: string;
  why: string;
  /** Lines for a POSIX shell; null when this deployment cannot do the step. */
  snippet: string | null;
};

const AUTHORIZATION = '-H "Authorization: Bearer $KEY"';
const JSON_BODY = '-H "Content-Type: application/json"';
const EXAMPLE_SLUG = 'acme';
const EXAMPLE_USERNAME = 'scout';

/** The shell variables that the five calls need. */
export function shellSetup(deployment: Deployment): string {
  return `API=${deployment.apiUrl}\nKEY=${deployment.keyExpression}`;
}

/**
 * Five calls, from an empty deployment to an answered message (spec 4.3, 4.4, 4.6). Each snippet stores the id that the next
 * one needs in a shell variable. All except the SMTP step can be pasted twice, because they have an idempotency key or a
 * `client_id`.
 */
export function firstCalls(deployment: Deployment): FirstCall[] {
  return [
    createTenant(),
    createIdentity(),
    handOverMail(deployment),
    listThreads(),
    reply(deployment.capturesMail),
  ];
}

function createTenant(): FirstCall {
  return {
    id: 'create-tenant',
    title: 'Create a tenant',
    route: 'POST /v1/tenants',
    why: 'A tenant holds agents, their mail and their policy. This one accepts mail from unverified senders, because the message that you are about to send is not signed. By default it would be quarantined.',
    snippet: `TENANT=$(curl -sS "$API/v1/tenants" \\
  ${AUTHORIZATION} \\
  ${JSON_BODY} \\
  -H "Idempotency-Key: first-tenant" \\
  -d '{
    "slug": "${EXAMPLE_SLUG}",
    "name": "Acme",
    "mode": "live",
    "timezone": "UTC",
    "policy": {"quarantine": {"on_auth_fail": false}}
  }' | tee /dev/stderr | ${firstId('ten')})`,
  };
}

function createIdentity(): FirstCall {
  return {
    id: 'create-identity',
    title: 'Give an agent a mailbox',
    route: 'POST /v1/tenants/{tenant_id}/identities',
    why: 'An identity is an agent with its own address. It cannot send until it has an owner.',
    snippet: `IDENTITY=$(curl -sS "$API/v1/tenants/$TENANT/identities" \\
  ${AUTHORIZATION} \\
  ${JSON_BODY} \\
  -d '{
    "username": "${EXAMPLE_USERNAME}",
    "display_name": "Scout",
    "client_id": "first-identity",
    "owner": {"name": "Ada", "email": "ada@example.com"}
  }' | tee /dev/stderr | ${firstId('idn')})`,
  };
}

function handOverMail({ smtpAddress, mailDomain }: Deployment): FirstCall {
  const address = `${EXAMPLE_USERNAME}.${EXAMPLE_SLUG}@${mailDomain}`;
  return {
    id: 'hand-over-mail',
    title: 'Send a message to it',
    route: 'SMTP',
    why: 'Any mail program or server can do this. Here curl speaks SMTP. It prints nothing when the message was accepted.',
    snippet: smtpAddress
      ? `curl -sS "smtp://${smtpAddress}" --crlf \\
  --mail-from ada@example.com \\
  --mail-rcpt ${address} \\
  --upload-file - <<EOF
From: Ada <ada@example.com>
To: ${address}
Subject: A first question
Message-ID: <first-$(date +%s)@example.com>

Can you read this?
EOF`
      : null,
  };
}

function listThreads(): FirstCall {
  return {
    id: 'list-threads',
    title: 'Read the inbox',
    route: 'GET /v1/identities/{identity_id}/threads',
    why: 'Conversations, newest first. If the list is empty, call again in a moment: mail is processed shortly after it is accepted.',
    snippet: `THREAD=$(curl -sS "$API/v1/identities/$IDENTITY/threads" \\
  ${AUTHORIZATION} \\
  | tee /dev/stderr | ${firstId('thr')})`,
  };
}

function reply(capturesMail: boolean): FirstCall {
  const destination = capturesMail
    ? 'This deployment captures outgoing mail, so nothing leaves this machine.'
    : 'This deployment really sends the reply, to an example.com address that nobody reads.';
  return {
    id: 'reply',
    title: 'Reply',
    route: 'POST …/messages/{message_id}/reply',
    why: `The first call finds the message, the second replies in its thread. Every send needs an idempotency key, so that a retry never sends twice. ${destination}`,
    snippet: `MESSAGE=$(curl -sS "$API/v1/identities/$IDENTITY/threads/$THREAD" \\
  ${AUTHORIZATION} | ${firstId('msg')})

curl -sS "$API/v1/identities/$IDENTITY/messages/$MESSAGE/reply" \\
  ${AUTHORIZATION} \\
  ${JSON_BODY} \\
  -H "Idempotency-Key: reply-$MESSAGE" \\
  -d '{"text": "Yes, loud and clear."}'`,
  };
}

/** Finds the first id of a kind in a response, with tools that every POSIX system has. */
function firstId(prefix: string): string {
  return `grep -o '${prefix}_[0-9A-Z]*' | head -n 1`;
}
