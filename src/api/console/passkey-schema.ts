import { z } from 'zod';

/** Base64url, as WebAuthn's JSON has it (WebAuthn 3, 5.1.8.1). */
const bytes = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .regex(/^[\w-]*$/, 'Must be base64url.');

const attachment = z.enum(['platform', 'cross-platform']).nullish();
/** Extensions say nothing that we use; what an authenticator adds is bounded and left out. */
const extensions = z.looseObject({}).optional();

const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key') };

const transport = z.string().max(20);

/** What `navigator.credentials.create` gives, as JSON. */
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

/** What `navigator.credentials.get` gives, as JSON. */
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
