import { execFileSync } from 'node:child_process'

/** Installs packages of Debian, which needs root and apt-get. Returns whether it went well; errors are on the terminal. */
export function installPackages(...packages: string[]): boolean {
  if (process.getuid?.() !== 0) return false
  console.log(`Installing ${packages.join(', ')} …`)
  try {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
    return true
  } catch {
    return false
  }
}
