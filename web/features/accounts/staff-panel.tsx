import { Badge, Button, Loader, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { emailWords } from '../../session/email-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { ReadFailure } from '../../session/read-failure.tsx'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { EmailField } from '../../session/sign-in-fields.tsx'
import { useSay, Words } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { FirstPassword } from './first-password.tsx'
import { addMember, changeMember, readStaff, type StaffMember } from './staff-api.ts'
import '../../ui/things.css'

/** A shop's staff: add, disable, enable, give a new first password. */
export function StaffPanel({ shopId }: { shopId: string }) {
  const { say, locale } = useContext(Words)
  const staff = useQuery({ queryKey: ['staff', shopId], queryFn: ({ signal }) => readStaff(shopId, signal) })
  const [shown, setShown] = useState<{ name: string; password: string } | null>(null)
  const show = ({ member, firstPassword }: { member: StaffMember; firstPassword?: string | undefined }) => {
    if (firstPassword !== undefined) setShown({ name: member.name, password: firstPassword })
    return staff.refetch()
  }
  const change = useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'disable' | 'enable' | 'reset' }) => changeMember(id, action, shopId),
    onSuccess: show,
  })
  const seen = new Intl.DateTimeFormat(locale === 'hi' ? 'hi-IN' : 'en-IN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  })
  return (
    <section className="panel" aria-label={sayOfPlaces('staff')}>
      <AddMember shopId={shopId} added={show} />
      <FormFailure failure={change.error} />
      {staff.isPending && <Loader aria-label={say('loading')} />}
      {staff.isError && <ReadFailure text={sayOfPlaces('staffUnread')} retry={staff.refetch} />}
      {staff.data?.length === 0 && <p className="nothing">{sayOfPlaces('noStaff')}</p>}
      <ul className="things">
        {staff.data?.map((member) => (
          <li key={member.id}>
            <span className="things__what">
              <b id={`member-${member.id}`}>{member.name}</b>
              <span className="muted">
                {member.email}
                {member.lastSeenAt !== null && ` · ${sayOfPlaces('lastSeen', { time: seen.format(member.lastSeenAt) })}`}
              </span>
            </span>
            {member.disabled && (
              <Badge className="tag" data-tone="bad">
                {sayOfPlaces('disabled')}
              </Badge>
            )}
            {member.firstPasswordPending && (
              <Badge className="tag" data-tone="warn">
                {sayOfPlaces('firstPasswordPending')}
              </Badge>
            )}
            <div className="things__acts">
              {!member.disabled && (
                <Button
                  aria-describedby={`member-${member.id}`}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ id: member.id, action: 'reset' })}
                >
                  {sayOfPlaces('newFirstPassword')}
                </Button>
              )}
              <Button
                variant="subtle"
                color="gray"
                aria-describedby={`member-${member.id}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ id: member.id, action: member.disabled ? 'enable' : 'disable' })}
              >
                {sayOfPlaces(member.disabled ? 'enable' : 'disable')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <FirstPassword shown={shown} close={() => setShown(null)} />
    </section>
  )
}

function AddMember({ shopId, added }: { shopId: string; added: (answer: Awaited<ReturnType<typeof addMember>>) => void }) {
  const say = useSay()
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: (text) => (text.trim() === '' ? sayOfPlaces('nameMissing') : null),
      email: (text) => emailWords(say, text),
    },
  })
  const addition = useMutation({
    mutationFn: ({ name, email }: { name: string; email: string }) => addMember({ shopId, name: name.trim(), email: email.trim() }),
    onSuccess: (answer) => {
      form.reset()
      added(answer)
    },
    onError: useRefusedFields(form),
  })
  return (
    <>
      <form className="things__add" noValidate onSubmit={form.onSubmit((values) => addition.mutate(values), focusFirst(form))}>
        <TextInput label={sayOfPlaces('name')} name="name" autoComplete="off" maxLength={80} {...form.getInputProps('name')} />
        <EmailField autoComplete="off" {...form.getInputProps('email')} />
        <Button type="submit" variant="outline" leftSection={<Icon name="plus" />} loading={addition.isPending}>
          {sayOfPlaces('addStaff')}
        </Button>
      </form>
      <FormFailure failure={addition.error} />
    </>
  )
}
