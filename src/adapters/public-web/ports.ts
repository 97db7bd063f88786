/**
 * Ports of protocols that a web server never speaks. A POST to one of them could be read as commands by the server
 * behind it. The list is that of the Fetch standard (fetch.spec.whatwg.org, "port blocking"), which every browser
 * follows, plus databases, queues and control planes that speak HTTP or accept lines of text.
 */
const FETCH_BAD_PORTS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];
const BACK_END_PORTS = [
  445, // SMB
  873, // rsync
  1099, // Java RMI
  1433, // SQL Server
  1521, // Oracle
  1883, // MQTT
  2181, // ZooKeeper
  2375, // Docker
  2376, // Docker
  2379, // etcd
  2380, // etcd
  3306, // MySQL
  3389, // RDP
  4222, // NATS
  4369, // Erlang
  5432, // Postgres
  5433, // Postgres
  5671, // AMQP
  5672, // AMQP
  5900, // VNC
  5984, // CouchDB
  6379, // Redis
  6380, // Redis
  6443, // Kubernetes
  8125, // StatsD
  8500, // Consul
  8883, // MQTT
  9042, // Cassandra
  9092, // Kafka
  9200, // Elasticsearch
  9300, // Elasticsearch
  10250, // Kubernetes
  10255, // Kubernetes
  11211, // Memcached
  15672, // RabbitMQ
  27017, // MongoDB
  27018, // MongoDB
];

const blocked = new Set([...FETCH_BAD_PORTS, ...BACK_END_PORTS]);

/** Whether a web server may listen on this port. The URL parser leaves out the default port. */
export const isWebPort = (port: string): boolean => port === '' || !blocked.has(Number(port));
