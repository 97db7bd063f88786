/** The sign of each number as a bit string: similar vectors differ in few bits. */
export const codeOf = (vector: Float32Array): string =>
  Array.from(vector, (value) => (value > 0 ? '1' : '0')).join('');

/** float4, little-endian. */
export const toBytes = (vector: Float32Array): Buffer => {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
};

/** The cosine of two vectors of length 1, one of them as bytes; 0 if their dimensions differ. */
export function cosine(vector: Float32Array, bytes: Buffer): number {
  if (bytes.length !== vector.length * 4) return 0;
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += vector[index]! * bytes.readFloatLE(index * 4);
  return sum;
}

export const toNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
