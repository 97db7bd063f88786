/** The OAuth error codes that the endpoints return (RFC 6749 5.2, 7591 3.2.2, 8628 3.5, 8707 2). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token';

/** A refusal in the form of OAuth, which its clients read instead of the error envelope. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: 400 | 401;

  constructor(code: OAuthErrorCode, description: string, status: 400 | 401 = 400) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
  }
}
