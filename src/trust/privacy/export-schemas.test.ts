import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';
import { unzip } from '#testing/unzip.ts';
import { exportSchemas } from './export-schemas.ts';

// The lists of an export have published JSON Schemas, in docs/exports (spec 4.11).

let product: PrivacyProduct;
beforeAll(async () => {
  product = await openPrivacyProduct();
});
afterAll(() => product.close());

describe.each(Object.keys(exportSchemas))('%s', (name) => {
  it('is published as the program has it (write it again with `node scripts/export-schemas.ts`)', async () => {
    expect(JSON.parse(await readFile(`docs/exports/${name}`, 'utf8'))).toEqual(exportSchemas[name]);
  });
});

it('an export is valid by them, and a changed one is not', async () => {
  const box = await product.mailbox();
  const first = await product.received(box, 'A question');
  await product.reply(box, first.id, { text: 'An answer' });
  const draft = { to: [{ address: 'x@elsewhere.example' }], subject: 'Later', text: 'x' };
  await product.call('POST', `/v1/identities/${box.id}/drafts`, { body: draft });
  const body = { tenant_id: box.tenantId, scope: 'identity', identity_id: box.id };
  const asked = await product.call('POST', '/v1/exports', { body });
  const { body: made } = await product.eventually(
    () => product.call('GET', `/v1/exports/${asked.body.id}`),
    (answer) => answer.body.status === 'completed',
  );
  const response = await product.fetch(new Request(made.download_url));
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  for (const [list, count] of [
    ['messages', 2],
    ['drafts', 1],
  ] as const) {
    const schema = exportSchemas[`${list}.schema.json`]!;
    const items = JSON.parse(files[`${list}.json`]!);
    expect(items).toHaveLength(count);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect([validate(items), validate.errors]).toEqual([true, null]);
    const { id: _, ...without } = items[0];
    expect(validate([without])).toBe(false);
    expect(validate([{ ...items[0], subject: 7 }])).toBe(false);
  }
});
