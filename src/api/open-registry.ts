import { signInOperations } from './console/sign-in-operations.ts';
import { decideOnPage, showApprovalPage } from './rest/open/approval-page.ts';
import { health } from './rest/open/health.ts';
import { identityKeySet } from './rest/open/identity-key-set.ts';
import { keyDirectory } from './rest/open/key-directory.ts';
import { mtaSts } from './rest/open/mta-sts.ts';
import { oauthEndpoints } from './rest/open/oauth-endpoints.ts';
import { oauthMcpResource, oauthResource, oauthServer } from './rest/open/oauth-metadata.ts';
import { openapi } from './rest/open/openapi.ts';
import { receivePaymentNews } from './rest/open/payment-hook.ts';
import { plans } from './rest/open/plans.ts';
import {
  receiveProviderInbound,
  receiveProviderNews,
  receiveResendNews,
} from './rest/open/provider-hooks.ts';
import { ready } from './rest/open/ready.ts';
import { securityTxt } from './rest/open/security-txt.ts';
import { signedLink } from './rest/open/signed-link.ts';
import { showUnsubscribePage, unsubscribeRecipient } from './rest/open/unsubscribe.ts';
import type { AnyOpenOperation } from './rest/open-operation.ts';

/** Public routes of the API's host (spec 4.2), and the page for unsubscribing. */
export const publicOperations: readonly AnyOpenOperation[] = [
  health,
  ready,
  openapi,
  plans,
  signedLink,
  identityKeySet,
  keyDirectory,
  securityTxt,
  mtaSts,
  receiveProviderNews,
  receiveProviderInbound,
  receiveResendNews,
  receivePaymentNews,
  showUnsubscribePage,
  unsubscribeRecipient,
  showApprovalPage,
  decideOnPage,
  oauthResource,
  oauthMcpResource,
  oauthServer,
  ...oauthEndpoints,
];

/** All operations that need no API key. */
export const openOperations: readonly AnyOpenOperation[] = [...publicOperations, ...signInOperations];
