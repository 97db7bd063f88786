/**
 * Limits for reading one received message. They are applied before any library sees the bytes. Content beyond them
 * stays in the raw message only, and the message is flagged. Depth and parts are those of the specification (8.2);
 * the others keep every step linear and short.
 */
export const parseLimits = {
  /** Bytes of the message's own header block that are read. */
  headerBytes: 256 * 1024,
  /** Header fields read from the message. */
  headerFields: 1_000,
  /** Bytes and fields read from the header of one MIME part. */
  partHeaderBytes: 32 * 1024,
  partHeaderFields: 100,
  /** Mailboxes read from To, Cc, Reply-To, counted per field name. */
  addresses: 1_000,
  /** RFC 2047 encoded words decoded in one field. */
  encodedWords: 1_000,
  /** Message ids read from References: the first and the most recent. */
  references: 100,
  /** MIME parts of a message, multiparts included. */
  parts: 500,
  /** Multiparts within each other. */
  depth: 32,
  /** Characters of one Content-Type or Content-Disposition value, and its parameters. */
  structuredValueChars: 16 * 1024,
  parameters: 64,
  /** Characters kept of the plain text body and of the html body (before it is sanitised). */
  textChars: 1_000_000,
  htmlChars: 1_000_000,
  /** Elements within each other in an html body: beyond, html parsers turn quadratic. */
  htmlDepth: 256,
  /** Milliseconds of CPU for sanitising html and turning it into text. */
  htmlMs: 500,
  subjectChars: 998,
  displayNameChars: 256,
  addressChars: 320,
  messageIdBytes: 998,
  addressBytes: 960,
  filenameBytes: 255,
} as const;
