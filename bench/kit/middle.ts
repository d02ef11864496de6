/** The median of some figures (the upper one of the two middle ones); NaN if there are no figures. */
export const middle = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
