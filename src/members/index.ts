export { createOwner, type Owner } from './create-owner.ts';
export { hashSignInToken } from './sign-in-token.ts';
