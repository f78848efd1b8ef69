import type { Ctx } from '../ctx.ts'

/** One that cannot be deleted now stays under a name that nothing knows any more; the log has it. */
export async function removeFiles(ctx: Ctx, keys: string[]): Promise<void> {
  for (const key of keys) {
    await ctx.files.remove(key).catch((error: unknown) => ctx.log.error({ err: error, key }, 'a file stays behind'))
  }
}

/** The same once the transaction is committed, where there is one. */
export async function removeFilesLater(ctx: Ctx, keys: string[]): Promise<void> {
  if (ctx.afterCommit) ctx.afterCommit.push(() => void removeFiles(ctx, keys))
  else await removeFiles(ctx, keys)
}
