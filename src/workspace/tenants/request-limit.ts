import { policyCatalogue } from './policy/catalogue.ts';

const fallback = Number(policyCatalogue.limits.requests_per_minute.default);

/**
 * SQL for `policy.limits.requests_per_minute` of a row of `tenants`, for statements that run with every request, so that
 * these need not read the whole policy. Null if there is no limit or no tenant.
 */
export const requestsPerMinute = (tenant: string): string => `
  case when ${tenant}.id is null then null
       when ${tenant}.policy #> '{limits,requests_per_minute}' is null then ${fallback}
       else (${tenant}.policy #>> '{limits,requests_per_minute}')::int end`;
