import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AwsKey, refusalOf } from './aws-signature.ts';

type Stored = { content: Buffer; etag: string; at: Date };
type Upload = { key: string; at: Date; parts: Map<number, Stored> };

export type S3Server = {
  /** The address, `http://127.0.0.1:…`. */
  url: string;
  bucket: string;
  key: AwsKey;
  /** The product's variables for the server, its bucket and credentials. */
  env: Record<string, string>;
  objects: Map<string, Stored>;
  uploads: Map<string, Upload>;
  /** `METHOD /path?query` of every request. */
  requests: string[];
  /** Responses to the next requests: codes of S3, or a closed connection; null lets a request pass. */
  failures: (S3Code | 'drop' | null)[];
  /** Answers every request with 503 until it is false again. */
  isDown: boolean;
  close(): Promise<void>;
};

/** Codes of S3's error responses with their statuses (Amazon S3 API Reference, Error responses). */
const statuses = {
  AccessDenied: 403,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  RequestTimeTooSkewed: 403,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
} as const;
export type S3Code = keyof typeof statuses;

/** Every part but the last has at least this size. */
const LEAST_PART = 5 * 1024 * 1024;
/** The page size of lists, small so that lists have several pages. Amazon's is 1,000. */
const PAGE = 3;

class S3Error extends Error {
  readonly code: S3Code;
  constructor(code: S3Code) {
    super(code);
    this.code = code;
  }
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  key: string;
  query: URLSearchParams;
};

/**
 * An in-memory S3 server on loopback with one bucket, following the Amazon S3 API Reference. It checks signatures and
 * supports entity tags, ranges, multipart uploads, paginated lists, and errors as XML.
 */
export async function startS3Server(): Promise<S3Server> {
  const key = { id: 'AKIATESTTESTTESTTEST', secret: 'a secret/of+tests' };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray().catch(() => []));
    s3.requests.push(`${request.method} ${request.url}`);
    const failure = s3.isDown ? 'ServiceUnavailable' : s3.failures.shift();
    if (failure === 'drop') return void request.socket.destroy();
    try {
      if (failure) throw new S3Error(failure);
      const refusal = refusalOf(request, body, key);
      if (refusal) throw new S3Error(refusal);
      const { pathname, searchParams: query } = new URL(request.url!, 'http://s3');
      const [, bucket, ...path] = decodeURIComponent(pathname).split('/');
      if (bucket !== s3.bucket) throw new S3Error('NoSuchBucket');
      answer(s3, { request, response, body, key: path.join('/'), query });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      xml(
        response,
        statuses[error.code],
        `<Error><Code>${error.code}</Code><Message>It is so.</Message></Error>`,
      );
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3: S3Server = {
    url,
    bucket: 'blobs-of-tests',
    key,
    env: {
      S3_BUCKET: 'blobs-of-tests',
      S3_ENDPOINT: url,
      S3_REGION: 'eu-test-1',
      AWS_ACCESS_KEY_ID: key.id,
      AWS_SECRET_ACCESS_KEY: key.secret,
    },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    failures: [],
    isDown: false,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return s3;
}

function answer(s3: S3Server, exchange: Exchange): void {
  const { request, key, query } = exchange;
  const verb = request.method;
  if (key === '' && verb === 'GET') (query.has('uploads') ? listUploads : listObjects)(s3, exchange);
  else if (query.has('uploads') && verb === 'POST') createUpload(s3, exchange);
  else if (query.has('uploadId')) inUpload(s3, exchange);
  else if (verb === 'PUT') put(s3, exchange);
  else if (verb === 'GET' || verb === 'HEAD') get(s3, exchange);
  else if (verb === 'DELETE') {
    s3.objects.delete(key);
    exchange.response.writeHead(204).end();
  } else throw new S3Error('MethodNotAllowed');
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;
const toStored = (content: Buffer): Stored => ({ content, etag: etagOf(content), at: new Date() });

function put({ objects }: S3Server, { request, response, body, key }: Exchange): void {
  if (Number(request.headers['content-length']) !== body.length) throw new S3Error('IncompleteBody');
  const stored = toStored(body);
  objects.set(key, stored);
  response.writeHead(200, { ETag: stored.etag }).end();
}

function get({ objects }: S3Server, { request, response, key }: Exchange): void {
  const stored = objects.get(key);
  if (!stored) throw new S3Error('NoSuchKey');
  const { content, etag, at } = stored;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range && Number(range[1]) >= content.length) throw new S3Error('InvalidRange');
  const part = range ? content.subarray(Number(range[1]), Number(range[2]) + 1) : content;
  response.writeHead(range ? 206 : 200, {
    ETag: etag,
    'Content-Length': part.length,
    'Last-Modified': at.toUTCString(),
    ...(range && {
      'Content-Range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${content.length}`,
    }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function createUpload({ uploads, bucket }: S3Server, { response, key }: Exchange): void {
  const id = randomUUID();
  uploads.set(id, { key, at: new Date(), parts: new Map() });
  const result = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
  xml(response, 200, `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`);
}

function inUpload(s3: S3Server, { request, response, body, key, query }: Exchange): void {
  const id = query.get('uploadId')!;
  const upload = s3.uploads.get(id);
  if (upload?.key !== key) throw new S3Error('NoSuchUpload');
  if (request.method === 'DELETE') {
    s3.uploads.delete(id);
    return void response.writeHead(204).end();
  }
  if (request.method === 'PUT') {
    const part = toStored(body);
    upload.parts.set(Number(query.get('partNumber')), part);
    return void response.writeHead(200, { ETag: part.etag }).end();
  }
  if (request.method !== 'POST') throw new S3Error('MethodNotAllowed');
  s3.objects.set(key, completed(upload, body.toString()));
  s3.uploads.delete(id);
  const { etag } = s3.objects.get(key)!;
  xml(
    response,
    200,
    `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
  );
}

function completed({ parts }: Upload, document: string): Stored {
  const named = [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part!)?.[1]),
    etag: /<ETag>(.*?)<\/ETag>/.exec(part!)?.[1]?.replaceAll('&quot;', '"'),
  }));
  if (named.length === 0) throw new S3Error('InvalidPart');
  const found = named.map(({ number, etag }, index) => {
    const part = parts.get(number);
    if (part?.etag !== etag) throw new S3Error('InvalidPart');
    if (index > 0 && number <= named[index - 1]!.number) throw new S3Error('InvalidPartOrder');
    if (index < named.length - 1 && part!.content.length < LEAST_PART) throw new S3Error('EntityTooSmall');
    return part!;
  });
  const digest = createHash('md5');
  for (const { etag } of found) digest.update(Buffer.from(etag.slice(1, -1), 'hex'));
  const content = Buffer.concat(found.map((part) => part.content));
  return { content, etag: `"${digest.digest('hex')}-${found.length}"`, at: new Date() };
}

function listObjects({ objects, bucket }: S3Server, { response, query }: Exchange): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const contents = page.map((key) => {
    const { content, etag, at } = objects.get(key)!;
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${content.length}</Size></Contents>`;
  });
  const isCut = keys.length > page.length;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  xml(
    response,
    200,
    `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function listUploads({ uploads, bucket }: S3Server, { response, query }: Exchange): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('key-marker') ?? '';
  const found = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix) && key > after)
    .sort(([, a], [, b]) => (a.key < b.key ? -1 : 1));
  const page = found.slice(0, PAGE);
  const isCut = found.length > page.length;
  const [lastId, last] = page.at(-1) ?? [];
  const next = isCut
    ? `<NextKeyMarker>${last!.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
    : '';
  const entries = page.map(
    ([id, { key, at }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
  );
  xml(
    response,
    200,
    `<ListMultipartUploadsResult><Bucket>${bucket}</Bucket><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`,
  );
}

function xml(response: ServerResponse, status: number, document: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${document}`;
  response
    .writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': randomUUID() })
    .end(text);
}
