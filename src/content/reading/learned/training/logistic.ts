import { sigmoid } from '../verdict.ts';

/** A logistic regression over few numbers, by Newton's method; the last number is the constant, which is not shrunk. */
export function fitLogistic(
  rows: readonly Float64Array[],
  truths: readonly boolean[],
  ridgeOf: (column: number) => number,
): Float64Array {
  const size = rows[0]!.length;
  const weights = new Float64Array(size);
  for (let round = 0; round < 12; round++) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    for (let at = 0; at < size; at++) {
      const shrink = at === size - 1 ? 1e-6 : ridgeOf(at);
      gradient[at] = -shrink * weights[at]!;
      hessian[at]![at] = shrink;
    }
    for (const [place, row] of rows.entries())
      addExample(row, truths[place]! ? 1 : 0, weights, gradient, hessian);
    const step = solve(hessian, gradient);
    for (let at = 0; at < size; at++) weights[at] = weights[at]! + step[at]!;
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}

function addExample(
  row: Float64Array,
  truth: number,
  weights: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array[],
): void {
  const size = row.length;
  const said = sigmoid(inner(row, weights));
  const error = truth - said;
  const spread = Math.max(1e-4, said * (1 - said));
  for (let at = 0; at < size; at++) {
    const value = row[at]!;
    if (value === 0) continue;
    gradient[at] = gradient[at]! + error * value;
    const line = hessian[at]!;
    const scaled = spread * value;
    for (let other = 0; other <= at; other++) line[other] = line[other]! + scaled * row[other]!;
  }
}

export function inner(row: ArrayLike<number>, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += row[at]! * weights[at]!;
  return sum;
}

/** Cholesky, from the lower half. */
function solve(matrix: Float64Array[], vector: Float64Array): Float64Array {
  const size = vector.length;
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]!;
      for (let k = 0; k < column; k++) sum -= matrix[row]![k]! * matrix[column]![k]!;
      matrix[row]![column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / matrix[column]![column]!;
    }
  const solution = Float64Array.from(vector);
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) solution[row] = solution[row]! - matrix[row]![k]! * solution[k]!;
    solution[row] = solution[row]! / matrix[row]![row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) solution[row] = solution[row]! - matrix[k]![row]! * solution[k]!;
    solution[row] = solution[row]! / matrix[row]![row]!;
  }
  return solution;
}
