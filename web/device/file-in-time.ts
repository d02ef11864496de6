/** How long a file of the page may take, in ms. */
const FILE_MS = 120_000

/** Rejects if the load fails or takes longer than 120 s. */
export async function fileInTime<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${FILE_MS} ms`)), FILE_MS)
  })
  return Promise.race([load, tooLate]).finally(() => clearTimeout(timer))
}
