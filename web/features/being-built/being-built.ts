export interface BeingBuilt {
  title: string;
  /** One sentence: what a person will do here. */
  sentence: string;
}
