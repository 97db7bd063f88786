import { z } from 'zod';
import { DAY, after as later } from '#kernel/base/clock.ts';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { line, pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import type { Call } from '../packed.ts';
import { findCall, listCalls } from '../read.ts';
import { LOG_DAYS } from '../retention.ts';

const classes = ['2xx', '3xx', '4xx', '5xx'] as const;

const loggedRequest = z
  .object({
    request_id: z.string().meta({ description: 'The `Request-Id` of the response.' }),
    at: timestamp,
    key_id: z.string().nullable().meta({ description: 'Null for a person in the console.' }),
    user_id: z.string().nullable(),
    method: z.string(),
    route: z.string().meta({ description: 'The pattern of the path, or the name of an MCP tool.' }),
    status: z.int(),
    code: z.string().nullable().meta({ description: 'The error code of the response.' }),
    duration_ms: z.number().min(0),
  })
  .meta({ id: 'LoggedRequest' });

export const listRequests = defineOperation({
  name: 'requests.list',
  method: 'GET',
  path: '/v1/requests',
  summary: 'List API calls',
  description:
    `Lists the calls that API keys made in a workspace within the last ${LOG_DAYS} days, newest first, without their ` +
    'bodies and queries, and the calls of people in the console that were refused. A call must match all given filters; `after` and `before` are exclusive. It appears within ' +
    'seconds. Calls without a known key belong to no workspace and are not listed. Platform and partner keys must ' +
    'name a tenant.',
  permission: 'audit:read',
  levels: ['platform', 'partner', 'tenant'],
  target: noTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  example: { tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', status_class: '4xx' },
  input: z.strictObject({
    tenant_id: pathId('tenant', "A tenant within the key's reach.").optional(),
    request_id: line(40, 1)
      .optional()
      .meta({ description: 'Only the call whose response had this `Request-Id`.' }),
    key_id: line(40, 1).optional(),
    user_id: line(40, 1).optional(),
    status_class: z.enum(classes).optional(),
    code: line(60, 1).optional().meta({ description: 'An error code, for example `rate_limited`.' }),
    route: line(200, 1)
      .optional()
      .meta({ description: 'The pattern of the path, for example `/v1/identities/{identity_id}`.' }),
    after: timestamp.optional(),
    before: timestamp.optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(loggedRequest) },
  async run(call, input) {
    const { actor, db, services } = call;
    const named = input.tenant_id ?? (actor.level === 'tenant' ? (actor.tenant_id ?? '') : undefined);
    if (named === undefined)
      throw invalidRequest([
        { path: 'tenant_id', message: 'Set tenant_id: this key does not belong to a tenant.' },
      ]);
    const { id } = await tenantTarget.resolve(db, actor, named);
    const page = openPage(call, 'requests.list', input);
    // Flushes first, so that callers find their own last calls. Other processes write theirs within seconds.
    await services.requestLog.flush();
    if (input.request_id !== undefined) {
      const found = await findCall(db, id, input.request_id);
      const matching = found && isAsked(found, input) ? [found] : [];
      return { status: 200, body: page.answer(matching, toRequest, positionOf) };
    }
    const now = services.clock.now();
    const filter = {
      callers: callersOf(input),
      status_class: input.status_class && Number(input.status_class[0]),
      code: input.code,
      route: input.route,
      after: Math.max(timeOf(input.after) ?? 0, later(now, -LOG_DAYS * DAY).getTime()),
      before: timeOf(input.before) ?? later(now, DAY).getTime(),
    };
    const beyond = page.after && ([Number(page.after[0]), String(page.after[1])] as const);
    const calls = await listCalls(db, id, filter, { beyond, take: page.take });
    return { status: 200, body: page.answer(calls, toRequest, positionOf) };
  },
});

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

type Asked = Partial<Record<'key_id' | 'user_id' | 'code' | 'route', string | undefined>>;

const callersOf = ({ key_id, user_id }: Asked): string[] =>
  [key_id, user_id].filter((each) => each !== undefined);

const isAsked = (call: Call, { key_id, user_id, code, route }: Asked): boolean =>
  (key_id === undefined || call.key_id === key_id) &&
  (user_id === undefined || call.user_id === user_id) &&
  (code === undefined || call.code === code) &&
  (route === undefined || call.route === route);

const positionOf = ({ at, request_id }: Call): [string, string] => [String(at), request_id];

const toRequest = ({ at, ...call }: Call) => ({ ...call, at: new Date(at).toISOString() });
