/** The text of a compiled script, made by `scripts/inline-scripts.ts`. */
declare module '*?script' {
  export const text: string
}
