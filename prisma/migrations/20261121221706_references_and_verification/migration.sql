-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "verification" JSONB;

-- CreateTable
CREATE TABLE "verification_waits" (
    "identity_id" TEXT NOT NULL,
    "organisation" TEXT NOT NULL,
    "waited_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_waits_pkey" PRIMARY KEY ("identity_id","organisation")
);

-- CreateIndex
CREATE INDEX "messages_refs_idx" ON "messages" USING GIN ("refs" jsonb_path_ops);

-- Written by hand: what prisma/schema cannot say.

-- How much of a sender a mailbox has let in lately. What is hidden or throttled is not in it, so that a flood stays
-- as cheap to count as what was let in.
CREATE INDEX "messages_let_in_by_sender" ON "messages"("identity_id", lower("from"->>'address'), "created_at")
  WHERE "direction" = 'inbound' AND "status" IN ('received', 'quarantined');
