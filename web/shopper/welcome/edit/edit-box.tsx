import { type FormEvent, useEffect, useRef, useState } from 'react'
import { firstLetters } from '#contract/base/letters.ts'
import { PICTURE_MAX_SIDE } from '#contract/media/media.ts'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { type DisplayParts, saveParts } from '#web/data/shopper/displays.ts'
import { codeOf, sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Field } from '#web/shopper/parts/field.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { shrinkPicture } from '#web/ui/shrink-picture.ts'
import type { EditorSay } from './words.ts'

/** The quality of the JPEG that this box sends. */
const QUALITY = 0.9

interface EditBoxProps {
  storefront: StorefrontWire
  say: EditorSay
  /** Shows these parts in the display instead of the saved ones. */
  preview: (parts: Partial<StorefrontWire['display']>) => void
  /** Closes the box; `saved` holds what was saved, if anything was. */
  close: (saved?: Partial<StorefrontWire['display']>) => void
}

/** The display next to the box shows the changes at once; shoppers see them after Save. */
export function EditBox({ storefront, say, preview, close }: EditBoxProps) {
  const journey = useJourney()
  const { alert, refreshShop } = journey
  const [parts, setParts] = useState<DisplayParts>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'picture' | 'save' | null>(null)
  const head = useRef<HTMLHeadingElement>(null)
  const { id } = storefront.shop
  // What was saved when the box was opened. If another person saves in the meantime, the fields do not change during the typing.
  const [before] = useState(storefront.display)

  useEffect(() => head.current?.focus(), [])

  const change = (part: DisplayParts) => {
    const next = { ...parts, ...part }
    setParts(next)
    preview(next)
  }
  const leave = (saved?: Partial<StorefrontWire['display']>) => {
    close(saved)
    document.getElementById('edit-toggle')?.focus()
  }

  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setProblem(null)
    setBusy('picture')
    try {
      change({ backgroundImage: await shrinkPicture(file, PICTURE_MAX_SIDE, QUALITY) })
    } catch (reason) {
      console.info(reason)
      setProblem(say('badPicture'))
    } finally {
      setBusy(null)
    }
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy !== null) return
    setProblem(null)
    setBusy('save')
    try {
      const saved = await saveParts(id, parts)
      refreshShop()
      alert(say('updated'), 'ok')
      leave(saved)
    } catch (failure) {
      console.info(failure)
      alert(say('updateFailed'), 'bad')
      setBusy(null)
      setProblem(reasonOf(failure, say) ?? (await sentenceOf(failure, journey)))
    }
  }

  const field = (part: 'slidingText' | 'largeLetter' | 'passText', most: number, placeholder: string) => (
    <Field id={`edit-${part}`} label={say(part)} error={null}>
      <input
        type="text"
        placeholder={placeholder}
        autoComplete="off"
        value={parts[part] ?? before[part]}
        onChange={(event) => change({ [part]: firstLetters(event.target.value, most) })}
      />
    </Field>
  )

  return (
    <form
      id="edit-box"
      className="edit-box card"
      aria-labelledby="edit-title"
      noValidate
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
      }}
    >
      <header>
        <h2 id="edit-title" tabIndex={-1} ref={head}>
          {say('editTitle')}
        </h2>
        <p className="fine">{say('previewHint')}</p>
      </header>
      <div className="edit-box__picture">
        <label className="btn btn--quiet">
          {busy === 'picture' && <Spinner />}
          {say(parts.backgroundImage === undefined && before.backgroundImage === null ? 'choosePicture' : 'otherPicture')}
          <input
            className="vh"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-describedby="edit-picture-hint"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        <p className="fine" id="edit-picture-hint">
          {say('pictureHint')}
        </p>
      </div>
      {field('slidingText', 40, say('slidingTextHint'))}
      {field('largeLetter', 4, say('largeLetterHint'))}
      {field('passText', 40, say('passTextHint'))}
      <Problem text={problem} />
      <div className="edit-box__acts">
        <button type="button" className="btn btn--quiet" onClick={() => leave()}>
          {say('cancel')}
        </button>
        <button type="submit" className={`btn${busy === 'save' ? ' btn--busy' : ''}`} disabled={busy !== null}>
          {busy === 'save' && <Spinner />}
          {say('save')}
        </button>
      </div>
    </form>
  )
}

/** What went wrong, if an editor can do something about it; null for failures that any shopper can meet. */
function reasonOf(failure: unknown, say: EditorSay): string | null {
  const code = codeOf(failure)
  if (code === 'bad_picture') return say('badPicture')
  if (code === 'too_large') return say('tooLarge')
  if (code === 'forbidden') return say('notAllowed')
  return code === 'not_signed_in' ? say('signedOut') : null
}
