-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "send_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sends" ADD COLUMN     "counted_on" DATE;

-- CreateTable
CREATE TABLE "send_counters" (
    "owner_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,
    "cap" INTEGER NOT NULL,
    "warned" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "send_counters_pkey" PRIMARY KEY ("owner_id","day")
);

-- CreateIndex
CREATE INDEX "send_counters_day_idx" ON "send_counters"("day");

-- CreateIndex
CREATE INDEX "sends_identity_id_created_at_idx" ON "sends"("identity_id", "created_at");
