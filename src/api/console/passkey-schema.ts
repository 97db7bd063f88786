import { z } from 'zod';

/** Base64url, as in WebAuthn's JSON (WebAuthn 3, 5.1.8.1). */
const bytes = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .regex(/^[\w-]*$/, 'Must be base64url.');

const attachment = z.enum(['platform', 'cross-platform']).nullish();
/** We use no extensions. Whatever an authenticator adds is dropped; the size of the body is limited. */
const extensions = z.looseObject({}).optional();

const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key') };

const transport = z.string().max(20);

/** The result of `navigator.credentials.create` as JSON. */
export const registrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8_000),
      attestationObject: bytes(40_000),
      transports: z.array(transport).max(10).optional(),
    }),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
  })
  .transform(({ authenticatorAttachment: _, ...rest }) => ({ ...rest, clientExtensionResults: {} }));

/** The result of `navigator.credentials.get` as JSON. */
export const authenticationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8_000),
      authenticatorData: bytes(8_000),
      signature: bytes(8_000),
      userHandle: bytes(200).nullish(),
    }),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
  })
  .transform(({ authenticatorAttachment: _, response, ...rest }) => {
    const { userHandle: _handle, ...signed } = response;
    return { ...rest, response: signed, clientExtensionResults: {} };
  });
