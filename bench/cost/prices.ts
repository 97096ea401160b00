import { KEPT_READY_GB_SECOND_USD } from '../../lib/deploy/concurrency.ts'

/** A price of AWS for one thing. */
export interface Price {
  /** US dollars for one `unit`. */
  usd: number
  unit: string
  what: string
  /** AWS's own page, where it can change any day. */
  source: string
  /** In which copy it was seen, and of when that copy is. */
  seen: string
}

const copy = (of: string, link: string) => `[${of}](${link})`
const MILLION = 1e6

/**
 * On-demand prices of us-east-1 in US dollars, first tiers, without taxes, free tiers and savings plans. AWS's price
 * pages make their tables in the browser, so most were seen in copies and in what others say of them, as `seen` says.
 */
export const PRICES = {
  gatewayRequest: {
    usd: 1 / MILLION,
    unit: 'million requests',
    what: 'HTTP API, up to 300 million a month, each up to 512 KB',
    source: 'https://aws.amazon.com/api-gateway/pricing/',
    seen: `AWS's ${copy('whitepaper', 'https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html')}, undated copy`,
  },
  lambdaRequest: {
    usd: 0.2 / MILLION,
    unit: 'million requests',
    what: 'Lambda invocations',
    source: 'https://aws.amazon.com/lambda/pricing/',
    seen: `${copy('cloudchipr', 'https://cloudchipr.com/blog/aws-lambda-pricing')}, 2024`,
  },
  lambdaArmGbSecond: {
    usd: 0.0000133334,
    unit: 'GB-second',
    what: 'Lambda duration on arm64, up to 7.5 billion a month',
    source: 'https://aws.amazon.com/lambda/pricing/',
    seen: `${copy('cloudchipr', 'https://cloudchipr.com/blog/aws-lambda-pricing')}, 2024`,
  },
  lambdaX86GbSecond: {
    usd: 0.0000166667,
    unit: 'GB-second',
    what: 'Lambda duration on x86_64, up to 6 billion a month',
    source: 'https://aws.amazon.com/lambda/pricing/',
    seen: `${copy('cloudchipr', 'https://cloudchipr.com/blog/aws-lambda-pricing')}, 2024`,
  },
  keptReadyGbSecond: {
    usd: KEPT_READY_GB_SECOND_USD,
    unit: 'GB-second',
    what: 'Lambda provisioned concurrency on arm64',
    source: 'https://aws.amazon.com/lambda/pricing/',
    seen: 'public repositories that quote the page, undated: look it up',
  },
  readyDurationGbSecond: {
    usd: 0.0000077778,
    unit: 'GB-second',
    what: 'Lambda duration on arm64 of an instance that is kept ready',
    source: 'https://aws.amazon.com/lambda/pricing/',
    seen: 'public repositories that quote the page, undated: look it up',
  },
  readUnit: {
    usd: 0.125 / MILLION,
    unit: 'million read request units',
    what: 'DynamoDB on-demand reads',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: `${copy('Airbyte', 'https://airbyte.com/data-engineering-resources/dynamodb-pricing')}, July 2025; half of what it was before November 2024`,
  },
  writeUnit: {
    usd: 0.625 / MILLION,
    unit: 'million write request units',
    what: 'DynamoDB on-demand writes',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: `${copy('Airbyte', 'https://airbyte.com/data-engineering-resources/dynamodb-pricing')}, July 2025; half of what it was before November 2024`,
  },
  tableGbMonth: {
    usd: 0.25,
    unit: 'GB-month',
    what: 'DynamoDB storage, including indexes',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: "AWS's own page, undated copy",
  },
  recoveryGbMonth: {
    usd: 0.2,
    unit: 'GB-month',
    what: 'continuous backups (point-in-time recovery)',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: 'public repositories only, undated: look it up',
  },
  logGb: {
    usd: 0.5,
    unit: 'GB',
    what: 'CloudWatch Logs ingestion of Lambda, standard class, up to 10 TB a month',
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: `${copy('Duckbill', 'https://www.duckbillgroup.com/?p=9080')}, May 2025`,
  },
  logGbMonth: {
    usd: 0.03,
    unit: 'GB-month, compressed',
    what: 'CloudWatch Logs storage',
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: `${copy('C3X', 'https://c3x.dev/blog/cloudwatch-logs-cost-optimization')}, June 2026`,
  },
  alarmMonth: {
    usd: 0.1,
    unit: 'alarm metric a month',
    what: 'CloudWatch alarm, standard resolution',
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: 'public repositories that quote the page, September 2026',
  },
  queueRequest: {
    usd: 0.4 / MILLION,
    unit: 'million requests',
    what: 'SQS, standard queue, up to 100 billion a month, each up to 64 KB',
    source: 'https://aws.amazon.com/sqs/pricing/',
    seen: `${copy('cloudburn', 'https://cloudburn.io/blog/amazon-sqs-pricing')}, March 2026`,
  },
  fairQueueRequest: {
    usd: 0.1 / MILLION,
    unit: 'million requests',
    what: 'SQS, fair queue, in addition: here all three requests of a message with a group, which is the most it can be',
    source: 'https://aws.amazon.com/sqs/pricing/',
    seen: `${copy('cloudburn', 'https://cloudburn.io/blog/amazon-sqs-pricing')}, March 2026`,
  },
  objectPut: {
    usd: 5 / MILLION,
    unit: 'million requests',
    what: 'S3 Standard, PUT of an object',
    source: 'https://aws.amazon.com/s3/pricing/',
    seen: 'guides that quote the page, undated: look it up',
  },
  objectGet: {
    usd: 0.4 / MILLION,
    unit: 'million requests',
    what: 'S3 Standard, GET of an object',
    source: 'https://aws.amazon.com/s3/pricing/',
    seen: 'guides that quote the page, undated: look it up',
  },
  objectGbMonth: {
    usd: 0.023,
    unit: 'GB-month',
    what: 'S3 Standard, up to 50 TB',
    source: 'https://aws.amazon.com/s3/pricing/',
    seen: 'guides that quote the page, undated: look it up',
  },
  transferGb: {
    usd: 0.09,
    unit: 'GB',
    what: 'data from a region to the internet, up to 10 TB a month',
    source: 'https://aws.amazon.com/ec2/pricing/on-demand/',
    seen: `a bill at ${copy('re:Post', 'https://repost.aws/questions/QUAT1NfOeZSAK5z8KXXO9jgA/do-amazon-aws-ec-2-free-tier-have-a-bandwidth-limit')}, 2023`,
  },
  edgeRequest: {
    usd: 1 / MILLION,
    unit: 'million HTTPS requests',
    what: 'CloudFront in North America ($0.0100 per 10,000); Europe costs 20 % more',
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: 'public repositories that quote the page, 2026',
  },
  edgeFunction: {
    usd: 0.1 / MILLION,
    unit: 'million invocations',
    what: 'CloudFront Functions',
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: `${copy('Vantage', 'https://cur.vantage.sh/aws/amazoncloudfront/')}, undated`,
  },
  edgeGb: {
    usd: 0.085,
    unit: 'GB',
    what: 'CloudFront to the internet, North America and Europe, up to 10 TB a month',
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: "AWS's own page, undated copy; it has the way from an AWS origin to CloudFront free",
  },
} satisfies Record<string, Price>

/** The month the table was put together. */
export const PRICES_OF = 'November 2026'
