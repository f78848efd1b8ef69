import { api } from '#app/browser/api-client.ts'
import { currentUser } from '#app/browser/session-store.ts'
import { findMySize, joinSizes, keepMySize, type MySize } from './saved.ts'

/** Saves the size that she gave, here and in her account where she has one. */
export async function saveMySize(mine: MySize): Promise<void> {
  if (currentUser()) await put(mine)
  keepMySize(mine)
}

/** Nothing of it is kept any more, here or in her account. */
export async function forgetMySize(): Promise<void> {
  if (currentUser()) await api.delete('/account/size')
  keepMySize(undefined)
}

/** Brings this browser and her account to the same size; the later one counts. */
export async function joinMySize(): Promise<MySize | undefined> {
  const here = findMySize()
  if (!currentUser()) return here
  const answer = await api.get<'GET /account/size'>('/account/size')
  const there = answer ? { sizes: answer.sizes, body: answer.body, at: answer.updatedAt } : undefined
  const joined = joinSizes(here, there)
  if (joined && !same(joined, there)) await put(joined)
  if (joined && !same(joined, here)) keepMySize(joined)
  return joined
}

async function put({ sizes, body }: MySize): Promise<void> {
  await api.put('/account/size', { sizes, body })
}

function same(one: MySize, other: MySize | undefined): boolean {
  const told = (mine: MySize) => JSON.stringify([Object.entries(mine.sizes).sort(), mine.body])
  return other !== undefined && told(one) === told(other)
}
