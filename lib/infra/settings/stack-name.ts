/** The name of the stack of a stage. It is apart from the settings, which load the whole CDK. */
export const stackNameOf = (stage: string): string =>
  stage === 'default' ? 'Storefront' : `Storefront-${stage}`
