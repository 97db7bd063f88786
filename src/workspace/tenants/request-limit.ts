import { policyCatalogue } from './policy/catalogue.ts';

const fallback = Number(policyCatalogue.limits.requests_per_minute.default);

/**
 * `policy.limits.requests_per_minute` of a row of `tenants`, as an expression for statements that run with each request: no
 * request reads the whole policy. Null for no limit, and for no tenant.
 */
export const requestsPerMinute = (tenant: string): string => `
  case when ${tenant}.id is null then null
       when ${tenant}.policy #> '{limits,requests_per_minute}' is null then ${fallback}
       else (${tenant}.policy #>> '{limits,requests_per_minute}')::int end`;
