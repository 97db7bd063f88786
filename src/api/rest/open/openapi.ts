import { z } from 'zod';
import { bytes } from '#kernel/operation/operation.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { openApiDocument } from '../openapi.ts';
import { jsonAnswer } from '../respond.ts';

export const openapi = defineOpenOperation({
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Read this document',
  description: 'Returns the OpenAPI document, which is generated from the code.',
  tag: 'meta',
  proof: 'none',
  errors: [],
  input: z.strictObject({}),
  responses: { 200: bytes('application/json', 'An OpenAPI 3.1.0 document.') },
  run: async ({ services, exchange, openOperations }) =>
    jsonAnswer(exchange, 200, openApiDocument(services.config, openOperations)),
});
