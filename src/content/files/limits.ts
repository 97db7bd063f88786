const MiB = 1024 * 1024;

/**
 * Limits for the inspection of one file. Ratio and size say when an archive counts as a bomb; the limits for text are
 * those of spec 8.2; the others keep the work below two seconds of processor time.
 */
export const fileLimits = {
  archive: {
    /** Bytes that the contents of an archive come to, nested archives included, for each byte of it. */
    ratio: 100,
    /** Bytes that the contents of one archive come to. */
    bytes: 100 * MiB,
    /** Bytes that are measured for all archives of one message. */
    bytesPerMessage: 200 * MiB,
    entries: 20_000,
    /** Archives within each other. */
    depth: 5,
    /** Bytes of an archive within an archive: it has to be in memory to be measured. */
    nestedBytes: 32 * MiB,
  },
  text: {
    inputBytes: 20 * MiB,
    pages: 200,
    bytes: 2 * MiB,
    /** Characters of a page where the format has no pages. */
    pageCharacters: 30_000,
    /** Processor time of the thread for one file, and without another page coming out of it. */
    cpuMs: 10_000,
    stalledCpuMs: 1_200,
    /** Milliseconds for which a thread in native code may report no usage. */
    silentMs: 10_000,
    /** Bytes of the thread's JavaScript heap, watched from outside. */
    heapBytes: 192 * MiB,
    /** V8's own limit lies far above: one allocation that goes beyond that ends the process, not only the thread. */
    hardHeapMb: 2048,
    /** Bytes in buffers outside the heap, where decoders keep unpacked data. */
    externalBytes: 96 * MiB,
  },
} as const;
