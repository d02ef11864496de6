/**
 * With these options, V8 compiles WebAssembly only with its fast compiler. The optimizing one takes 600 MB for the largest function of
 * PostgreSQL, and gains a fifth (decision 0002). At the command line `--liftoff-only` implies both; set later, it implies nothing.
 */
export const SMALL_COMPILER = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const
