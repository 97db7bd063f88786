const no = (status: number, message: string, fix: string) => ({ status, retryable: false, message, fix });

/** Error codes for connected applications, added after the specification. The OAuth endpoints use the codes of OAuth. */
export const oauthErrors = {
  access_request_not_found: no(
    404,
    'This request for access does not exist, has already been decided, or has expired.',
    'Start again in the application; for a device, check the code that it shows.',
  ),
  application_not_found: no(
    404,
    'There is no such connected application, or the caller cannot access it.',
    'List the connected applications again, and use an id from that list.',
  ),
} as const;
