export { createOwner, type Owner } from './create-owner.ts';

export { eraser } from './erasure.ts';

export { countSeats } from './repository.ts';
export { signInTokenRetention } from './retention.ts';

export { hashSignInToken } from './sign-in-token.ts';
