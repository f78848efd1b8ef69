import { AskingPanel as Asking, type AskingPanelProps } from '#app/ui/leaving/asking-panel.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'

const question = {
  title: 'Kaydedilmemiş değişiklikler',
  action: 'Kaydetmeden kapat',
  words: 'Kaydetmediğiniz değişiklikler var. Kapatırsanız bunlar silinir.',
}

/** The same in the words of the panel, and before a link leads away. */
export function AskingPanel(props: Omit<AskingPanelProps, 'question' | 'guard'>) {
  return (
    <Asking
      {...props}
      question={question}
      guard={
        <UnsavedGuard unsaved>
          “{props.title}” penceresinde kaydetmediğiniz değişiklikler var. Ayrılırsanız bunlar silinir.
        </UnsavedGuard>
      }
    />
  )
}
